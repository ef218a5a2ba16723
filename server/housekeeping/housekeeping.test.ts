import { ChildProcess, spawn } from "node:child_process";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { eventually } from "@platen/kit/testing/eventually";
import { scheduleHousekeeping } from "./housekeeping";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("housekeeping runs a minute after the start, then once an hour, one at a time", () => {
  const runs: ChildProcess[] = [];
  scheduleHousekeeping(() => {
    const child = new ChildProcess();
    runs.push(child);
    return child;
  });
  expect(runs).toHaveLength(0);
  vi.advanceTimersByTime(60_000);
  expect(runs).toHaveLength(1);
  vi.advanceTimersByTime(3_600_000);
  expect(runs).toHaveLength(1);
  runs[0]?.emit("exit", 0, null);
  vi.advanceTimersByTime(3_600_000);
  expect(runs).toHaveLength(2);
});

test("housekeeping that cannot start ends nobody, and runs an hour later", async () => {
  const said = vi.spyOn(console, "error").mockReturnValue();
  const runs: ChildProcess[] = [];
  scheduleHousekeeping(() => {
    const child = spawn("/not/there");
    runs.push(child);
    return child;
  });
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  await eventually(() => expect(said).toHaveBeenCalled());
  expect(runs).toHaveLength(1);
  said.mockRestore();
});
