import { getPriority } from "node:os";
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
    if (task === "die") process.exit(3);
    return task === "priority" ? getPriority() : process.pid;
  },
);
