import type { AsyncLocalStorage } from "node:async_hooks";

const running = new Map<object, number>();

/**
 * Runs a piece of work with a value in its storage, which is disabled when nothing runs in it any
 * more: while one is enabled, Node 20 pays for it on every connection and request, and a cached
 * page takes a third longer.
 */
export async function within<Value, T>(
  storage: AsyncLocalStorage<Value>,
  value: Value,
  work: () => Promise<T>,
): Promise<T> {
  running.set(storage, (running.get(storage) ?? 0) + 1);
  try {
    return await storage.run(value, work);
  } finally {
    const left = (running.get(storage) ?? 1) - 1;
    running.set(storage, left);
    if (left === 0) storage.disable();
  }
}
