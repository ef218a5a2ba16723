import fc from "fast-check";

/**
 * CI sends the same requests each time, so that it fails because of a change and never by chance.
 * To search further, run the tests with another HOSTILE_SEED.
 */
const seed = Number(process.env.HOSTILE_SEED ?? 1);

/**
 * Generated values of one round. They are not shrunk: each is small, is reported by itself, and its
 * effect on a running site depends on all before it.
 */
export const samples = <T>(arbitrary: fc.Arbitrary<T>, count: number, round = 0): T[] =>
  fc.sample(arbitrary, { numRuns: count, seed: seed * 1_000 + round });
