import { setImmediate as nextTurn } from "node:timers/promises";
import { limits } from "./limits";

/** Work that yields wherever others may come in between: after each document, say. */
export type Steps<T> = Iterator<undefined, T>;

/**
 * Carries out work step by step, and yields to everyone else whenever it has blocked them for some
 * milliseconds. The data that it reads must not change meanwhile.
 *
 * @param run calls its argument, a slice of the work, which may be within a time limit
 */
export async function inTimeSlices<T>(
  steps: Steps<T>,
  run = (slice: () => IteratorResult<undefined, T>) => slice(),
): Promise<T> {
  for (;;) {
    const step = run(() => slice(steps));
    if (step.done) return step.value;
    await nextTurn();
  }
}

/** Maps each value, in order, one step each. */
export function* mapInSteps<V, T>(
  values: Iterable<V>,
  make: (value: V, index: number) => T,
): Generator<undefined, T[]> {
  const made: T[] = [];
  for (const value of values) {
    made.push(make(value, made.length));
    yield;
  }
  return made;
}

/** Runs until the work is done, yields something, or has taken its milliseconds. */
export function slice<Y, T, N>(
  steps: Iterator<Y | undefined, T, N | undefined>,
  next?: N,
): IteratorResult<Y | undefined, T> {
  const end = performance.now() + limits.slice;
  let step = steps.next(next);
  while (!step.done && step.value === undefined && performance.now() < end) {
    step = steps.next(undefined);
  }
  return step;
}
