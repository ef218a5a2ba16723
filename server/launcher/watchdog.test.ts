import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { beatMilliseconds } from "../process/ipc-messages";
import { killWhenUnresponsive } from "./watchdog";

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), "children-"));
  const responses = 'process.on("message", () => process.send({ type: "alive" }));';
  await writeFile(path.join(directory, "child.mjs"), responses);
});
afterAll(() => rm(directory, { recursive: true }));
beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const startChild = () => {
  const child = fork(path.join(directory, "child.mjs"));
  killWhenUnresponsive(child, "The child");
  return child;
};
const beats = (count: number) => vi.advanceTimersByTime(count * beatMilliseconds);

test("a child that does not report for 30 seconds is killed", async () => {
  const consoleError = vi.spyOn(console, "error").mockReturnValue();
  const child = startChild();
  const ended = once(child, "exit");
  beats(6);
  expect(consoleError).not.toHaveBeenCalled();
  beats(1);
  expect(await ended).toEqual([null, "SIGKILL"]);
  expect(consoleError).toHaveBeenCalledWith(
    "The child has not reported for 30 seconds and is killed as hung.",
  );
});

test("a child that reports, or slept with the machine, is not killed", async () => {
  const child = startChild();
  for (let round = 0; round < 3; round++) {
    beats(5);
    const response = once(child, "message");
    child.send("?");
    await response;
  }
  vi.setSystemTime(Date.now() + 3_600_000);
  beats(5);
  expect(child.killed).toBe(false);
  child.kill();
  await once(child, "exit");
});
