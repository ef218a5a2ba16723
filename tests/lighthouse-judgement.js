/**
 * @typedef {object} Report What is read of Lighthouse's report.
 * @property {{ message: string }} [runtimeError]
 * @property {Record<string, { score: number | null }>} categories
 * @property {Record<string, { numericValue?: number }>} audits
 * @property {{ benchmarkIndex: number }} environment
 */
/** @typedef {{ report: Report } | { report: null; error: string }} Attempt */

export const flawless = ["accessibility", "best-practices", "seo"];
/** Points of performance: of the median attempt, and of the worst. */
const performance = { median: 99, worst: 96 };
/** Maximum milliseconds that scripts may block the page (total blocking time), as a median. */
const blocking = 80;
/** Maximum share of the screen that may shift by itself (cumulative layout shift). */
const shifting = 0.01;
/**
 * Lighthouse's own benchmark of the machine. Below this it was busy: its times say nothing about
 * the page.
 */
const steadyMachine = 1_500;

/**
 * Judges all attempts at one page: none is left out. One without a report has no points.
 *
 * @param {readonly Attempt[]} attempts in any order
 * @param {boolean} judgesSpeed whether what is timed counts
 * @returns {{ summary: string; problems: string[] }} a line for the log, and what is below the bars
 */
export function judge(attempts, judgesSpeed) {
  const reports = attempts.flatMap(({ report }) => (report ? [report] : []));
  const errors = attempts.flatMap((attempt) => (attempt.report ? [] : [attempt.error]));
  const without = errors.map((error) => `an attempt without a report: ${error}`);
  if (reports.length === 0) return { summary: "no report", problems: without };

  /** @param {string} category */
  const points = (category) =>
    reports.map(({ categories }) => Math.round((categories[category]?.score ?? 0) * 100));
  /** @param {string} audit */
  const values = (audit) =>
    reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.POSITIVE_INFINITY);
  const shifts = values("cumulative-layout-shift");
  const problems = [
    ...flawless.flatMap((category) =>
      Math.min(...points(category)) < 100 ? [`${category} below 100`] : [],
    ),
    ...(Math.max(...shifts) > shifting ? [`the layout shifts by more than ${shifting}`] : []),
  ];
  const parts = flawless.map((category) => `${category} ${range(points(category))}`);
  parts.push(`CLS ${range(shifts, 3)}`, ...without);
  if (!judgesSpeed) return { summary: parts.join(", "), problems };

  const speeds = [...points("performance"), ...errors.map(() => 0)];
  const blocked = [...values("total-blocking-time"), ...errors.map(() => Number.POSITIVE_INFINITY)];
  const machine = reports.map(({ environment }) => environment.benchmarkIndex);
  parts.unshift(`performance ${range(speeds)}`, `TBT ${range(blocked)} ms`);
  parts.push(`machine ${range(machine)}`);
  if (median(machine) < steadyMachine) {
    parts.push("speed is not judged, the machine is too slow");
    return { summary: parts.join(", "), problems };
  }
  if (median(speeds) < performance.median)
    problems.push(`performance below ${performance.median} (median)`);
  if (Math.min(...speeds) < performance.worst)
    problems.push(`performance below ${performance.worst} (worst)`);
  if (median(blocked) > blocking) problems.push(`scripts block for more than ${blocking} ms`);
  return { summary: parts.join(", "), problems };
}

/**
 * The median and, where they differ, the least and the most.
 *
 * @param {readonly number[]} values
 */
function range(values, digits = 0) {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const middle = median(values).toFixed(digits);
  return least === most
    ? middle
    : `${middle} (${least.toFixed(digits)} to ${most.toFixed(digits)})`;
}

/** @param {readonly number[]} values */
function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
