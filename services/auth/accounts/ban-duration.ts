import { validationFailed } from "../errors";

const units: Record<string, number> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};

/** Go's durations are 64-bit nanoseconds. */
const maxMilliseconds = 2 ** 63 / 1e6;

/**
 * The end of a ban that begins now, or null for none.
 *
 * @param duration `none`, or a duration as Go writes it (https://pkg.go.dev/time#ParseDuration):
 *   `24h`, `1h30m`
 */
export function banEnd(duration: string, now: Date): Date | null {
  const invalid = () =>
    validationFailed(
      `invalid format for ban duration: time: invalid duration ${JSON.stringify(duration.slice(0, 64))}`,
    );
  if (duration === "none") return null;
  const [, sign, amounts = ""] =
    /^([+-]?)(0|(?:\d+(?:\.\d*)?(?:ns|us|µs|μs|ms|s|m|h))+)$/.exec(duration) ?? [];
  if (sign === undefined) throw invalid();
  let milliseconds = 0;
  for (const [, amount, unit = ""] of amounts.matchAll(/([\d.]+)(\D+)/g)) {
    milliseconds += Number(amount) * (units[unit] ?? 0);
  }
  if (!(milliseconds < maxMilliseconds)) throw invalid();
  if (milliseconds === 0) return null;
  return new Date(now.getTime() + (sign === "-" ? -milliseconds : milliseconds));
}
