import { fork, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  expect,
  type MockInstance,
  test,
  vi,
} from "vitest";
import { beatMilliseconds } from "../process/ipc-messages";
import { ChildProcesses } from "./child-processes";

/* Real processes, and a clock that the test advances. */

let directory: string;
let children: ChildProcess[];
let said: MockInstance<typeof console.error>;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), "child-processes-"));
  await writeFile(
    path.join(directory, "serves.mjs"),
    'process.on("message", () => process.exit(3)); process.send({ type: "ready" });',
  );
  await writeFile(path.join(directory, "fails.mjs"), "process.exit(4);");
  await writeFile(path.join(directory, "hangs.mjs"), 'process.on("message", () => {});');
});
afterAll(() => rm(directory, { recursive: true }));

beforeEach(() => {
  children = [];
  said = vi.spyOn(console, "error").mockReturnValue();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(async () => {
  const running = children.filter(
    ({ exitCode, signalCode }) => exitCode === null && signalCode === null,
  );
  await Promise.all(
    running.map((child) => {
      child.kill("SIGKILL");
      return once(child, "exit");
    }),
  );
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** @param file of the next child, which may change meanwhile */
function options(file: () => string) {
  return {
    name: "The site",
    replaced: "another takes its place.",
    fork() {
      const child = fork(path.join(directory, file()));
      children.push(child);
      return child;
    },
  };
}

const serving = options(() => "serves.mjs");

const newest = () => children.at(-1) ?? fail();
function fail(): never {
  throw new Error("There is no child.");
}

/** Ends a child that serves, and waits until its parent has noticed. */
async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.send("end");
  await ended;
}

/** Starts the replacement that is due after this time, and not a millisecond before. */
function expectReplacementAfter(seconds: number): void {
  const before = children.length;
  if (seconds > 0) {
    vi.advanceTimersByTime(seconds * 1_000 - 1);
    expect(children).toHaveLength(before);
  }
  vi.advanceTimersByTime(seconds > 0 ? 1 : 0);
  expect(children).toHaveLength(before + 1);
}

test("a site process that ends after it served is replaced at once, then after 1, 2, 4 … 30 seconds", async () => {
  await new ChildProcesses().start(serving);
  for (const seconds of [0, 1, 2, 4, 8, 16, 30, 30]) {
    await end(newest());
    const pause = seconds > 0 ? ` In ${seconds} s.` : "";
    expect(said).toHaveBeenLastCalledWith(
      `The site stopped (exit code 3): another takes its place.${pause}`,
    );
    expectReplacementAfter(seconds);
    await once(newest(), "message");
  }
});

test("the first is told apart from its replacements", async () => {
  const fork = vi.fn(serving.fork);
  await new ChildProcesses().start({ ...serving, fork });
  await end(newest());
  expectReplacementAfter(0);
  expect(fork.mock.calls).toEqual([[false], [true]]);
});

test("one that served for a minute is replaced at once again", async () => {
  await new ChildProcesses().start(serving);
  for (const seconds of [0, 1, 2]) {
    await end(newest());
    expectReplacementAfter(seconds);
    await once(newest(), "message");
  }
  vi.advanceTimersByTime(60_000);
  await end(newest());
  expectReplacementAfter(0);
});

test("a replacement that cannot start is tried again, later each time", async () => {
  let file = "serves.mjs";
  await new ChildProcesses().start(options(() => file));
  file = "fails.mjs";
  await end(newest());
  for (const seconds of [0, 1, 2]) {
    expectReplacementAfter(seconds);
    await once(newest(), "exit");
  }
  expect(said).toHaveBeenLastCalledWith(
    "The site stopped (exit code 4): another takes its place. In 4 s.",
  );
});

test("a replacement that is not ready after five minutes is killed and replaced", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "setTimeout", "performance"] });
  let file = "serves.mjs";
  await new ChildProcesses().start(options(() => file));
  file = "hangs.mjs";
  await end(newest());
  expectReplacementAfter(0);
  const hung = newest();
  const killed = once(hung, "exit");
  vi.advanceTimersByTime(5 * 60_000);
  expect(hung.killed).toBe(false);
  vi.advanceTimersByTime(beatMilliseconds);
  expect(hung.killed).toBe(true);
  expect(await killed).toEqual([null, "SIGKILL"]);
  expect(said).toHaveBeenLastCalledWith(
    "The site stopped (SIGKILL): another takes its place. In 1 s.",
  );
  file = "serves.mjs";
  expectReplacementAfter(1);
  await once(newest(), "message");
});

test("of several, the one that ended is replaced, and the others stay", async () => {
  await new ChildProcesses().start(serving, 2);
  const [first, second] = children;
  if (!first || !second) return fail();
  await end(first);
  expectReplacementAfter(0);
  await once(newest(), "message");
  expect([second.exitCode, second.killed]).toEqual([null, false]);
  // Each place has its own pause.
  await end(second);
  expectReplacementAfter(0);
});

test("a replacement for which the system has no resources is tried again, and ends nobody", async () => {
  const impossible: ChildProcess[] = [];
  let isPossible = true;
  await new ChildProcesses().start({
    ...serving,
    fork() {
      if (isPossible) return serving.fork();
      const child = spawn("/not/there");
      impossible.push(child);
      return child;
    },
  });
  isPossible = false;
  await end(newest());
  vi.advanceTimersByTime(0);
  const [child] = impossible;
  if (!child) return fail();
  await once(child, "error");
  expect(said).toHaveBeenLastCalledWith(
    "The site could not start (spawn /not/there ENOENT): another takes its place. In 1 s.",
  );
  isPossible = true;
  expectReplacementAfter(1);
  await once(newest(), "message");
});
