import { availableParallelism, totalmem } from "node:os";

/** Memory of a busy site process. */
const bytesOfOne = 1_000_000_000;

/**
 * How many site processes suit this machine: one per two cores, because the backend needs one too,
 * and one per gigabyte; two at most, which is as many as fit into half a gigabyte while idle.
 */
export function siteProcessesFor(
  cores = availableParallelism(),
  memory = process.constrainedMemory() || totalmem(),
): number {
  return Math.max(1, Math.min(2, Math.floor(cores / 2), Math.floor(memory / bytesOfOne)));
}
