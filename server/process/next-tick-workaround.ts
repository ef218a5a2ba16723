import { createHook } from "node:async_hooks";

/** One tick, held for the life of the process. */
let tick: object | undefined;

/**
 * Keeps `process.nextTick` as fast as in a new process. V8 drops the hidden class of Node's tick
 * objects when a garbage collection finds none waiting, and from then on creates each of them four
 * times as slowly: a twelfth of the time of a cached page in an affected process
 * (docs/decisions/0033). Holding one tick preserves the hidden class.
 */
export function keepNextTickFast(): void {
  const hook = createHook({
    init(_id, type, _trigger, resource) {
      if (type === "TickObject") tick ??= resource;
    },
  }).enable();
  process.nextTick(() => {});
  hook.disable();
}
