import type { Figures } from "./compare-measure";

/**
 * A Markdown table of all figures of two commits: median (least to most), and the ratio of those
 * that were measured one after the other.
 *
 * @param here the figures of each round, in the order of the rounds
 * @param there those of the other commit
 */
export function comparisonTable(here: readonly Figures[], there: readonly Figures[]): string {
  const names = [...(here[0]?.keys() ?? [])];
  const rows = names.map((name) => {
    const [ours, theirs] = [valuesOf(here, name), valuesOf(there, name)];
    const ratios = ours.map((value, round) => value / (theirs[round] ?? Number.NaN));
    return `| ${name} | ${spread(ours)} | ${spread(theirs)} | ${spread(ratios, 2)} |`;
  });
  return ["| Figure | here | there | here / there |", "| --- | ---: | ---: | ---: |", ...rows].join(
    "\n",
  );
}

/** A figure that one commit lacks is not a number, which the table shows. */
const valuesOf = (rounds: readonly Figures[], name: string) =>
  rounds.map((figures) => figures.get(name) ?? Number.NaN);

function spread(values: readonly number[], digits = 1): string {
  const sorted = values.toSorted((a, b) => a - b);
  const shown = (value = Number.NaN) => value.toFixed(digits);
  const middle = sorted[Math.floor(sorted.length / 2)];
  return `${shown(middle)} (${shown(sorted[0])} to ${shown(sorted.at(-1))})`;
}
