import { garbageCollectionTime } from "@platen/kit";
import { QueryTimeout } from "./evaluate";

/** How many times as long the second try of a query in a thread may take, by the wall clock. */
const secondTryFactor = 4;

/** Whether an aborted query got little of its time, garbage collections apart. */
export const wasStarved = async ({ cause }: QueryTimeout): Promise<boolean> =>
  cause.wasStarved(await garbageCollectionTime());

/**
 * Computes a query in a thread, and once more when it had little of the processor: a thread yields
 * to everything else, and on a busy machine an editor's search of a third of a second was refused
 * as too slow.
 *
 * @param milliseconds that a query may take
 * @param attempt computes it in at most as many as it is given
 * @throws what the attempts throw: {@link QueryTimeout} of the first when both took too long
 */
export function retryStarved<T>(milliseconds: number, attempt: (milliseconds: number) => T): T {
  try {
    return attempt(milliseconds);
  } catch (first) {
    if (!(first instanceof QueryTimeout && first.cause.wasStarved())) throw first;
    try {
      return attempt(milliseconds * secondTryFactor);
    } catch (second) {
      throw second instanceof QueryTimeout ? first : second;
    }
  }
}
