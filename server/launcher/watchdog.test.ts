import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { beatMilliseconds } from "./ipc-messages";
import { killWhenUnresponsive } from "./watchdog";

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), "children-"));
  const answers = 'process.on("message", () => process.send({ type: "alive" }));';
  await writeFile(path.join(directory, "child.mjs"), answers);
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

test("a child that says nothing for half a minute is killed", async () => {
  const said = vi.spyOn(console, "error").mockReturnValue();
  const child = startChild();
  const ended = once(child, "exit");
  beats(6);
  expect(said).not.toHaveBeenCalled();
  beats(1);
  expect(await ended).toEqual([null, "SIGKILL"]);
  expect(said).toHaveBeenCalledWith(
    "The child has said nothing for 30 seconds, is taken for hung and killed.",
  );
});

test("one that says something now and then, and one that slept with the whole machine, go on", async () => {
  const child = startChild();
  for (let round = 0; round < 3; round++) {
    beats(5);
    const answer = once(child, "message");
    child.send("?");
    await answer;
  }
  vi.setSystemTime(Date.now() + 3_600_000);
  beats(5);
  expect(child.killed).toBe(false);
  child.kill();
  await once(child, "exit");
});
