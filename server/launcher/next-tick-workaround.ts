import { createHook } from "node:async_hooks";

/** One tick, for as long as the process runs. */
let tick: object | undefined;

/**
 * Keeps `process.nextTick` as fast as it is in a new process. V8 forgets the shape of Node's ticks when its collector
 * runs at a moment at which none waits, and from then on makes each of them four times as slowly, which was a twelfth
 * of the time of a kept page in a process that was struck (docs/decisions/0033). While one tick is kept, their shape is.
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
