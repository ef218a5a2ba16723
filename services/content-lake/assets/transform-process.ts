import { z } from "zod";
import { AssetError } from "./asset-error";
import { describeImage, readHeader } from "./image-analysis";
import { transformImage } from "./transform";
import { memoryExitCode, type Outcome, type Task } from "./transform-processes";

/**
 * A process of {@link TransformProcesses}: it carries out one task after another, and ends with its
 * parent.
 */
const message = z.object({
  task: z.custom<Task>((value) => typeof value === "object"),
  /** Maximum memory of this process, in bytes. */
  memoryLimit: z.number(),
});

let memoryLimit = Infinity;

// libvips allocates outside V8's heap, which Node.js has no limit for; its threads leave this one
// free to check.
setInterval(endAboveLimit, 50);

function endAboveLimit(): void {
  if (process.memoryUsage.rss() > memoryLimit) process.exit(memoryExitCode);
}

process.on("message", (received) => {
  const { task, memoryLimit: limit } = message.parse(received);
  memoryLimit = limit;
  const before = process.cpuUsage();
  const reply = (outcome: Outcome) => {
    // A fast machine is done before the timer's first turn.
    endAboveLimit();
    process.send?.(outcome);
  };
  const milliseconds = () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  carryOut(task).then(
    (result) => reply({ ...result, milliseconds: milliseconds() }),
    (error: unknown) =>
      error instanceof AssetError && error.status === 400
        ? reply({ refusal: error.message, milliseconds: milliseconds() })
        : reply({ failure: String(error), milliseconds: milliseconds() }),
  );
});

async function carryOut(task: Task) {
  switch (task.kind) {
    case "transform":
      return { bytes: await transformImage(task.path, task.transformation) };
    case "header":
      return { header: await readHeader(task.path) };
    case "describe":
      return { metadata: await describeImage(task.path, task.wanted) };
  }
}

// Ctrl-C reaches the whole process group, and the backend ends its own child processes.
process.on("SIGINT", () => {});
process.on("disconnect", () => process.exit());
