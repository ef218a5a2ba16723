import { runTasks, TaskRefusal } from "@platen/kit";
import { AssetError } from "../asset-error";
import { describeImage, readHeader } from "../images/image-analysis";
import { transformImage } from "./transform-image";
import type { Task } from "./transform-processes";

/** A process of `TransformProcesses`. */
runTasks(
  (value): value is Task => typeof value === "object" && value !== null && "kind" in value,
  async (task) => {
    try {
      return await carryOut(task);
    } catch (error) {
      if (error instanceof AssetError && error.status === 400) throw new TaskRefusal(error.message);
      throw error;
    }
  },
);

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
