import { pbkdf2 } from "node:crypto";
import { getPriority } from "node:os";
import { promisify } from "node:util";
import { TaskRefusal } from "../task-processes";
import { runTasks } from "../run-tasks";

/** A process for the tests of `TaskProcesses`: its tasks are the names of what it does. */
runTasks(
  (value): value is string => typeof value === "string",
  async (task) => {
    if (task === "refuse") throw new TaskRefusal("That cannot be done.");
    if (task === "fail") throw new Error("out of order");
    if (task === "wait") await new Promise(() => {});
    if (task === "fill") return Buffer.alloc(400 * 1024 * 1024, 1).length;
    // For minutes in native code, which does not let the process exit meanwhile.
    if (task === "fill in native code") {
      pbkdf2("a", "b", 1_000_000_000, 64, "sha512", () => {});
      return Buffer.alloc(400 * 1024 * 1024, 1).length;
    }
    if (task === "work in native code")
      return promisify(pbkdf2)("a", "b", 1_000_000_000, 64, "sha512").then(({ length }) => length);
    if (task === "die") process.exit(3);
    if (task === "crash") process.kill(process.pid, "SIGSEGV");
    if (task === "be killed") process.kill(process.pid, "SIGKILL");
    return task === "priority" ? getPriority() : process.pid;
  },
);
