/** A range in US dollars a year, as the document has it. */
export interface Salary {
  min: number | null;
  max: number | null;
}

/** What an opening pays when its document says nothing. */
const usual = { min: 80_000, max: 180_000 };

/** The range of an opening: the document's, even half of it, or the usual one. The lower figure comes first. */
export function salaryRange(salary: Salary | null | undefined): Salary {
  const { min = null, max = null } = salary ?? {};
  if (min === null && max === null) return usual;
  if (min !== null && max !== null && min > max) return { min: max, max: min };
  return { min, max };
}

const dollars = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  maximumFractionDigits: 0,
});

/** "$80,000 – $180,000 a year". */
export function salaryText(salary: Salary | null | undefined): string {
  const { min, max } = salaryRange(salary);
  if (min !== null && max !== null) {
    const range = min === max ? [min] : [min, max];
    return `${range.map((figure) => dollars.format(figure)).join(" – ")} a year`;
  }
  return min !== null
    ? `From ${dollars.format(min)} a year`
    : `Up to ${dollars.format(max ?? 0)} a year`;
}
