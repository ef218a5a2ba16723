import { memorySignal, type Outcome, type Reply, TaskRefusal } from "./task-processes";

/** How often the memory is compared with its limit. */
const checkMilliseconds = 50;

/**
 * Makes this process one of {@link TaskProcesses}: it carries out one task after another, and ends
 * with its parent.
 *
 * @param isTask what the parent sends
 * @param carryOut throws a TaskRefusal when the task itself is at fault
 */
export function runTasks<Task, Result>(
  isTask: (value: unknown) => value is Task,
  carryOut: (task: Task) => Promise<Result>,
): void {
  let memoryLimit = Infinity;
  const endAboveLimit = () => {
    if (process.memoryUsage.rss() > memoryLimit) end(memorySignal);
  };
  // Native code allocates outside V8's heap, which Node.js has no limit for; its threads leave this
  // one free to check.
  setInterval(endAboveLimit, checkMilliseconds);

  process.on("message", (message) => {
    const before = process.cpuUsage();
    const reply = (outcome: Reply<Result>) => {
      // A fast machine is done before the timer's first turn.
      endAboveLimit();
      const { user, system } = process.cpuUsage(before);
      const sent: Outcome<Result> = { ...outcome, milliseconds: (user + system) / 1000 };
      process.send?.(sent);
    };
    if (!isMessage(message) || !isTask(message.task))
      return reply({ failure: "That is not a task." });
    ({ memoryLimit } = message);
    carryOut(message.task).then(
      (result) => reply({ result }),
      (error: unknown) =>
        reply(
          error instanceof TaskRefusal ? { refusal: error.message } : { failure: String(error) },
        ),
    );
  });

  // Ctrl-C reaches the whole process group, and the parent ends its own child processes.
  process.on("SIGINT", () => {});
  process.on("disconnect", () => end("SIGKILL"));
  // The parent ended while this process was starting: it would run on forever.
  if (!process.connected) end("SIGKILL");
}

/**
 * Ends this process at once. `process.exit()` waits for threads in native code, while their memory
 * grows: a drawing of a few kilobytes took 8.9 GB where 900 MB were the limit.
 */
const end = (signal: NodeJS.Signals) => process.kill(process.pid, signal);

const isMessage = (value: unknown): value is { task: unknown; memoryLimit: number } =>
  typeof value === "object" &&
  value !== null &&
  "task" in value &&
  "memoryLimit" in value &&
  typeof value.memoryLimit === "number";
