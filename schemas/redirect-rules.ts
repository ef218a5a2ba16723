/** A redirect as far as its way goes. */
export interface Way {
  id: string;
  from: string;
  to: string;
}

/**
 * What is wrong with where a redirect leads, given all the others.
 *
 * @returns `loop` when visitors would go round, `chain` with the end of the way when they take more than one step
 */
export function troubleOf(
  { id, from, to }: Way,
  others: readonly Way[],
): { trouble: "loop" } | { trouble: "chain"; end: string } | null {
  const next = new Map(others.filter((way) => way.id !== id).map((way) => [way.from, way.to]));
  const seen = new Set([from]);
  let here = to;
  while (true) {
    const path = pathOf(here);
    if (seen.has(path)) return { trouble: "loop" };
    seen.add(path);
    const further = next.get(path);
    if (further === undefined) return here === to ? null : { trouble: "chain", end: here };
    here = further;
  }
}

/** What is said of a chain. @param end where its visitors arrive */
export const chainWarning = (end: string) =>
  `That address has moved on itself. Write ${end} to save visitors a step.`;

/** What stands before parameters and anchor. */
const pathOf = (address: string) => address.replace(/[?#].*$/, "");

/** What has to be written so that the old address of a page leads to its new one. */
export interface Move {
  /** The redirect from the old address: `isNew` when there is none yet. */
  write: Way & { isNew: boolean };
  /** Redirects that led to the old address, and now lead to the new one in one step. */
  repoint: { id: string; to: string }[];
  /** Redirects away from the new address: the page is there now, and they would make a loop. */
  remove: string[];
}

/** Plans how visitors of `from` get to `to`, without loops and without a second step. */
export function planMove(from: string, to: string, redirects: readonly Way[]): Move {
  const remove = redirects.filter((way) => way.from === to).map(({ id }) => id);
  const kept = redirects.filter(({ id }) => !remove.includes(id));
  const present = kept.find((way) => way.from === from);
  const id = present?.id ?? `redirect-${from.slice(1).replaceAll("/", "--")}`;
  return {
    write: { id, from, to, isNew: !present },
    repoint: kept
      .filter((way) => way.id !== present?.id && pathOf(way.to) === from)
      .map((way) => ({ id: way.id, to: to + way.to.slice(from.length) })),
    remove,
  };
}
