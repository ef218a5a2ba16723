import { z } from "zod";
import { AssetError } from "./asset-error";
import { transformImage, type Transformation } from "./transform";
import { memoryExitCode, type Outcome } from "./transform-processes";

/** A process of {@link TransformProcesses}: it makes one picture after another, and ends with its parent. */
const task = z.object({
  path: z.string(),
  transformation: z.custom<Transformation>((value) => typeof value === "object"),
  /** Bytes that this process may hold. */
  memoryLimit: z.number(),
});

let memoryLimit = Infinity;

// libvips allocates outside V8's heap, which Node.js has no limit for; its threads leave this one free to look.
setInterval(() => {
  if (process.memoryUsage.rss() > memoryLimit) process.exit(memoryExitCode);
}, 50);

process.on("message", (message) => {
  const { path, transformation, memoryLimit: limit } = task.parse(message);
  memoryLimit = limit;
  const before = process.cpuUsage();
  const reply = (outcome: Outcome) => process.send?.(outcome);
  const milliseconds = () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  transformImage(path, transformation).then(
    (bytes) => reply({ bytes, milliseconds: milliseconds() }),
    (error: unknown) =>
      error instanceof AssetError && error.status === 400
        ? reply({ refusal: error.message, milliseconds: milliseconds() })
        : reply({ failure: String(error), milliseconds: milliseconds() }),
  );
});

// Ctrl-C reaches the whole process group, and the backend ends what it has started.
process.on("SIGINT", () => {});
process.on("disconnect", () => process.exit());
