import { type TaskLimits, TaskProcesses, TaskProcessEnd, TaskRefusal } from "@platen/kit";
import { AssetError, badRequest } from "../asset-error";
import type { ImageHeader, ImageMetadata, OptionalMetadata } from "../images/image-analysis";
import { imageTaskLimits } from "../images/image-limits";
import type { Made, ImageProcessor } from "./image-processor";
import type { Transformation } from "./transform-image";

/** A task for a process: what to do with the file of a picture. */
export type Task = { path: string } & (
  | { kind: "transform"; transformation: Transformation }
  | { kind: "header" }
  | { kind: "describe"; wanted: ReadonlySet<OptionalMetadata> }
);

type Result = { bytes: Uint8Array } | { header: ImageHeader } | { metadata: ImageMetadata };

/**
 * Decodes pictures in processes of their own, which can be killed and leave pages the processor.
 */
export class TransformProcesses implements ImageProcessor {
  readonly #processes: TaskProcesses<Task, Result>;

  /** @param entry the compiled `transform-process` */
  constructor(entry: URL, limits: TaskLimits = imageTaskLimits) {
    this.#processes = new TaskProcesses(entry, limits);
  }

  /**
   * @param path the original's file
   * @throws AssetError 400 when the original cannot be decoded or the picture takes more memory
   *   than there is for one, 503 when it takes too long or its process was killed
   */
  async transform(path: string, transformation: Transformation): Promise<Made> {
    const { result, milliseconds } = await this.#run({ kind: "transform", path, transformation });
    if (!("bytes" in result)) throw otherResult();
    return { bytes: Buffer.from(result.bytes), milliseconds };
  }

  /** Throws as `transform` does, and an AssetError 400 when the signal is aborted. */
  async readHeader(path: string, signal?: AbortSignal): Promise<ImageHeader> {
    const { result } = await this.#run({ kind: "header", path }, signal);
    if (!("header" in result)) throw otherResult();
    return result.header;
  }

  /** Throws as `readHeader` does. */
  async describe(
    path: string,
    wanted: ReadonlySet<OptionalMetadata>,
    signal?: AbortSignal,
  ): Promise<ImageMetadata> {
    const { result } = await this.#run({ kind: "describe", path, wanted }, signal);
    if (!("metadata" in result)) throw otherResult();
    return result.metadata;
  }

  close(): void {
    this.#processes.close();
  }

  async #run(task: Task, signal?: AbortSignal) {
    try {
      return await this.#processes.run(task, signal);
    } catch (error) {
      if (error instanceof TaskRefusal) throw badRequest(error.message);
      throw error instanceof TaskProcessEnd ? errorOf(error) : error;
    }
  }
}

const otherResult = () => new Error("A process for pictures carried out another task.");

function errorOf({ reason }: TaskProcessEnd): AssetError {
  if (reason === "aborted") return badRequest("The upload was cut off.");
  if (reason === "memory") {
    return badRequest("The picture takes too much memory to process: ask for a smaller one.");
  }
  // Its decoder would fail again: a drawing of 65 kB was to be tried "again later", forever.
  if (reason === "crash") return badRequest("The picture cannot be processed: its decoder fails.");
  const why = reason === "timeout" ? "took too long to make" : "could not be made";
  return new AssetError(503, "overloaded", `The picture ${why}; try again later.`, {
    "Retry-After": "60",
  });
}
