import { formatDollars } from "~/ui/format/format-number";

/** A range in US dollars a year, as the document has it. */
export interface Salary {
  min: number | null;
  max: number | null;
}

/** The salary of an opening whose document has none, in its structured data, too. */
const defaultRange = { min: 80_000, max: 180_000 };

/**
 * The range of an opening: the document's, even half of it, or the default one. The lower number
 * comes first.
 */
export function salaryRange(salary: Salary | null | undefined): Salary {
  const { min = null, max = null } = salary ?? {};
  if (min === null && max === null) return defaultRange;
  if (min !== null && max !== null && min > max) return { min: max, max: min };
  return { min, max };
}

const dollars = (figure: number) => formatDollars(Math.round(figure));

/** "$80,000 – $180,000 a year". */
export function salaryText(salary: Salary | null | undefined): string {
  const { min, max } = salaryRange(salary);
  if (min !== null && max !== null) {
    const range = min === max ? [min] : [min, max];
    return `${range.map(dollars).join(" – ")} a year`;
  }
  return min !== null ? `From ${dollars(min)} a year` : `Up to ${dollars(max ?? 0)} a year`;
}
