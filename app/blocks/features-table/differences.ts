/** A row of the comparison: what each plan gives of a feature. */
interface Row {
  values: readonly { plan: string | null; value: string | boolean }[];
}

/** How many different things the plans give of a feature. */
const variety = ({ values }: Row, plans: readonly string[]) =>
  new Set(plans.map((id) => values.find(({ plan }) => plan === id)?.value ?? false)).size;

/** Rows in which the plans differ most come first; the others stay in the editors' order. */
export function byDifference<R extends Row>(rows: readonly R[], plans: readonly string[]): R[] {
  return rows.toSorted((a, b) => variety(b, plans) - variety(a, plans));
}

/** The index of the group whose rows differ most on average, the first of several. */
export function mostDifferent(
  groups: readonly { rows: readonly Row[] }[],
  plans: readonly string[],
): number {
  const differences = groups.map(({ rows }) => {
    const sum = rows.reduce((total, row) => total + variety(row, plans), 0);
    return sum / Math.max(1, rows.length);
  });
  return differences.indexOf(Math.max(...differences));
}
