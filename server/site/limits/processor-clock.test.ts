import { expect, onTestFinished, test, vi } from "vitest";
import { processorClock } from "./processor-clock";

test("the clock runs with the processor time, and slowly without", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const usage = vi.spyOn(process, "cpuUsage").mockReturnValue({ user: 3_000, system: 1_000 });
  onTestFinished(() => {
    vi.useRealTimers();
    usage.mockRestore();
  });
  const start = processorClock();
  vi.advanceTimersByTime(80);
  expect(processorClock() - start).toBe(10);
  usage.mockReturnValue({ user: 5_000, system: 2_000 });
  expect(processorClock() - start).toBe(13);
});
