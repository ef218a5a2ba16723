import { expect, onTestFinished, test, vi } from "vitest";
import { CpuStopwatch } from "./cpu-stopwatch";

test("a stopwatch runs with the processor time, and slowly without", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const usage = vi.spyOn(process, "cpuUsage").mockReturnValue({ user: 3_000, system: 1_000 });
  onTestFinished(() => {
    vi.useRealTimers();
    usage.mockRestore();
  });
  const stopwatch = new CpuStopwatch();
  expect(stopwatch.hasRun(5)).toBe(true);
  stopwatch.start();
  expect(stopwatch.read()).toBe(0);
  vi.advanceTimersByTime(16);
  expect(stopwatch.hasRun(5)).toBe(false);
  usage.mockReturnValue({ user: 5_000, system: 2_000 });
  expect([stopwatch.hasRun(5), stopwatch.hasRun(6)]).toEqual([true, false]);
  expect(stopwatch.read()).toBe(5);
  usage.mockReturnValue({ user: 3_000, system: 1_000 });
  vi.advanceTimersByTime(24);
  expect([stopwatch.hasRun(5), stopwatch.hasRun(6)]).toEqual([true, false]);
});
