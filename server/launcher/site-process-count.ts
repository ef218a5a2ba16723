import { availableParallelism, totalmem } from "node:os";

/** A site process takes so much when it is busy. */
const bytesOfOne = 1_000_000_000;

/**
 * How many site processes this machine is good for: one for two cores, since the backend needs one too, and for each
 * gigabyte; two at most, which is as many as half a gigabyte has room for while nobody visits.
 */
export function siteProcessesFor(
  cores = availableParallelism(),
  memory = process.constrainedMemory() || totalmem(),
): number {
  return Math.max(1, Math.min(2, Math.floor(cores / 2), Math.floor(memory / bytesOfOne)));
}
