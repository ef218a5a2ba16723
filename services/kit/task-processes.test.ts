import { fork } from "node:child_process";
import { once } from "node:events";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type TaskLimits, TaskProcesses, TaskProcessEnd, TaskRefusal } from "./task-processes";
import { bundle } from "./testing/bundle";

let entry: Awaited<ReturnType<typeof bundle>>;
const opened: TaskProcesses<unknown, number>[] = [];

beforeAll(async () => {
  entry = await bundle("services/kit/testing/sample-tasks.ts");
});
afterEach(() => {
  for (const processes of opened.splice(0)) processes.close();
});
afterAll(() => entry.remove());

function processes(limits: Partial<TaskLimits> = {}) {
  const made = new TaskProcesses<unknown, number>(pathToFileURL(entry.file), {
    maxMilliseconds: 30_000,
    memoryLimit: Infinity,
    ...limits,
  });
  opened.push(made);
  return made;
}

/** Why a task has no result. */
const reasonOf = (task: Promise<unknown>) =>
  task.then(
    () => "none",
    (error: unknown) => {
      if (error instanceof TaskProcessEnd) return error.reason;
      return error instanceof TaskRefusal ? `refused: ${error.message}` : String(error);
    },
  );

test("tasks are carried out in another process, with its processor time, and a lower priority", async () => {
  const made = processes();
  const { result, milliseconds } = await made.run("pid");
  expect(result).not.toBe(process.pid);
  expect(milliseconds).toBeGreaterThan(0);
  expect((await made.run("priority")).result).toBe(10);
});

test("one process carries out one task after another, and concurrent tasks have one each", async () => {
  const made = processes();
  const first = await made.run("pid");
  expect(await made.run("pid")).toMatchObject({ result: first.result });
  const both = await Promise.all([made.run("pid"), made.run("pid")]);
  expect(new Set(both.map(({ result }) => result)).size).toBe(2);
});

test("a refusal, a fault and what is not a task are told apart, and the process goes on", async () => {
  const made = processes();
  const { result } = await made.run("pid");
  expect(await reasonOf(made.run("refuse"))).toBe("refused: That cannot be done.");
  expect(await reasonOf(made.run("fail"))).toBe("Error: Error: out of order");
  expect(await reasonOf(made.run(17))).toBe("Error: That is not a task.");
  expect(await made.run("pid")).toMatchObject({ result });
});

test("a process ends that takes too long, too much memory, or dies, and the next task is carried out", async () => {
  expect(await reasonOf(processes({ maxMilliseconds: 1 }).run("wait"))).toBe("timeout");
  const memoryLimit = 200 * 1024 * 1024;
  const frugal = processes({ memoryLimit });
  expect(await reasonOf(frugal.run("fill"))).toBe("memory");
  expect((await frugal.run("pid")).result).toBeGreaterThan(0);
  expect(await reasonOf(frugal.run("die"))).toBe("death");
  expect((await frugal.run("pid")).result).toBeGreaterThan(0);
});

test("a fault of native code is told apart from a process that the kernel kills", async () => {
  const made = processes();
  expect(await reasonOf(made.run("crash"))).toBe("crash");
  expect(await reasonOf(made.run("be killed"))).toBe("death");
  expect((await made.run("pid")).result).toBeGreaterThan(0);
});

test("a process above its memory limit ends at once, whatever its native code does", async () => {
  const frugal = processes({ memoryLimit: 200 * 1024 * 1024 });
  expect(await reasonOf(frugal.run("fill in native code"))).toBe("memory");
});

test("a process in native code ends with its parent", async () => {
  const child = fork(entry.file, { serialization: "advanced", execArgv: [] });
  try {
    child.send({ task: "work in native code", memoryLimit: Infinity });
    // Its reply to the next one shows that it has begun.
    child.send({ task: "pid", memoryLimit: Infinity });
    await once(child, "message");
    child.disconnect();
    const ended = once(child, "exit", { signal: AbortSignal.timeout(20_000) });
    expect(await ended).toEqual([null, "SIGKILL"]);
  } finally {
    child.kill("SIGKILL");
  }
});

test("a task that nobody waits for anymore ends with its process", async () => {
  const made = processes();
  const nobody = new AbortController();
  const task = made.run("wait", nobody.signal);
  nobody.abort();
  expect(await reasonOf(task)).toBe("aborted");
  expect(await reasonOf(made.run("pid", nobody.signal))).toBe("aborted");
});

test("closing ends the task in progress", async () => {
  const made = processes();
  const task = made.run("wait");
  made.close();
  expect(await reasonOf(task)).toBe("death");
});

test("a process whose parent ends while it starts ends as well", async () => {
  const slowStart = "data:text/javascript,await new Promise((go) => setTimeout(go, 500))";
  const child = fork(entry.file, { execArgv: ["--import", slowStart], stdio: ["ipc"] });
  try {
    await once(child, "spawn");
    child.disconnect();
    const ended = once(child, "exit", { signal: AbortSignal.timeout(20_000) });
    expect(await ended).toEqual([null, "SIGKILL"]);
  } finally {
    child.kill("SIGKILL");
  }
});
