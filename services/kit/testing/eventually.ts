import { vi } from "vitest";

/**
 * Waits until `check` throws no more, and returns what it returns: `vi.waitFor`, whose timeout of
 * one second fails tests on a busy machine. `expect.poll` has its timeout in vitest.config.ts.
 */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 60_000, interval: 20 });
