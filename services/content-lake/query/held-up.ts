import { collectionTime } from "@platen/kit";
import { limits } from "../limits";
import { QueryTimeout } from "./evaluate";

/**
 * The share of its time for which an aborted query must have had the processor: otherwise it was
 * held up and may try again. V8 has only a wall clock to abort it by.
 */
const minCpuShare = 0.75;

/** How many times as long the second try of a query in a thread may take, by the wall clock. */
const patience = 4;

/**
 * Whether a query that was aborted after {@link limits.quickQuery} got little of that time: the
 * process was stopped, the processor busy, garbage collected.
 */
export async function wasHeldUp({ processed }: QueryTimeout): Promise<boolean> {
  return processed - (await collectionTime()) < limits.quickQuery * minCpuShare;
}

/**
 * Computes a query in a thread, and once more when it had little of the processor: a thread yields
 * to everything else, and on a busy machine an editor's search of a third of a second was refused
 * as too slow.
 *
 * @param attempt computes it in at most this many milliseconds
 * @throws what the attempts throw: {@link QueryTimeout} of the first when both took too long
 */
export function retryHeldUp<T>(attempt: (milliseconds: number) => T): T {
  try {
    return attempt(limits.computation);
  } catch (first) {
    const isHeldUp =
      first instanceof QueryTimeout && first.processed < limits.computation * minCpuShare;
    if (!isHeldUp) throw first;
    try {
      return attempt(limits.computation * patience);
    } catch (second) {
      throw second instanceof QueryTimeout ? first : second;
    }
  }
}
