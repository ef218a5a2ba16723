import { availableParallelism } from "node:os";
import path from "node:path";
import { type Context, Hono } from "hono";
import type { DiskSpace } from "@platen/kit";
import { limits } from "../limits";
import { badRequest, errorResponse, insufficientStorage, notFound, tooLarge } from "./asset-error";
import { type AssetKind, type AssetName, parseFileName } from "./uploads/asset-name";
import type { AssetStore } from "./asset-store";
import { DerivedCache } from "./transforms/derived-cache";
import { createFileDelivery } from "./file-delivery";
import { ImageDelivery } from "./transforms/image-delivery";
import { imageLimits } from "./images/image-limits";
import { Originals } from "./uploads/originals";
import { TransformBudget } from "./transforms/transform-budget";
import { processHere } from "./transforms/image-processor";
import { TransformProcesses } from "./transforms/transform-processes";
import { TransformQueue } from "./transforms/transform-queue";
import type { PastUpload } from "./uploads/past-uploads";
import { createUpload, type UploadAsset } from "./uploads/upload";
import { readUploadDetails } from "./uploads/upload-details";
import { UploadQuota } from "./uploads/upload-quota";

export interface AssetsOptions {
  store: AssetStore;
  /**
   * Holds the uploaded bytes, and below `derived/` the cache of transformed pictures, which may be
   * deleted at any time.
   */
  directory: string;
  /** The space left on the disk of the directory. */
  space: DiskSpace;
  /**
   * Origin and path in front of `/images/…` and `/files/…` in asset documents, without a slash at
   * its end.
   */
  publicUrl: string;
  projectId: string;
  dataset: string;
  /** Id of the user behind an upload that has been authorized already. */
  author: (c: Context) => string;
  /** The uploads of the last day, oldest first: they count toward today's. */
  pastUploads: readonly PastUpload[];
  /**
   * The compiled `transform-process`. Without it pictures are made in this process, where nothing
   * can abort them.
   */
  transformProcess?: URL;
}

export interface Assets {
  /**
   * The upload, `POST /:version/assets/{images,files}/:dataset`, and the public
   * `GET /{images,files}/:project/:dataset/:file`, with an optional vanity name after the file.
   * Errors become responses here.
   */
  routes: Hono;
  /** Uploads a file for callers in this process. */
  upload: UploadAsset;
  /** The path of an asset's bytes. */
  pathOf: (name: AssetName) => string;
  close: () => void;
}

/**
 * Uploading and delivering of images and files, as Sanity's asset API and its image pipeline do it.
 */
export function createAssets(options: AssetsOptions): Assets {
  const { store, directory, space, projectId, dataset, author } = options;
  const originals = new Originals(directory, space);
  const derived = new DerivedCache(
    path.join(directory, "derived"),
    imageLimits.derivedBytes,
    space,
  );
  const work = options.transformProcess
    ? new TransformProcesses(options.transformProcess)
    : processHere;
  const quick = new TransformQueue(availableParallelism(), imageLimits.waiting);
  const slow = new TransformQueue(1, imageLimits.waiting);
  const quota = new UploadQuota(options.pastUploads);
  const upload = createUpload({ ...options, originals, queue: slow, work, quota });
  const images = new ImageDelivery({
    store,
    originals,
    derived,
    queues: { quick, slow },
    transform: (path, transformation) => work.transform(path, transformation),
    visitorBudget: new TransformBudget(),
  });
  const deliverFile = createFileDelivery(store, originals);

  const receive = (kind: AssetKind) => async (c: Context) => {
    if (c.req.param("dataset") !== dataset) throw notFound("The dataset does not exist.");
    const length = Number(c.req.header("Content-Length") ?? 0);
    if (length > limits.upload[kind]) throw tooLarge(limits.upload[kind]);
    if (!space.allows(length)) throw insufficientStorage();
    const { body } = c.req.raw;
    if (!body) throw badRequest("The upload is empty.");
    const query = new URL(c.req.url).searchParams;
    // Files have no metadata: whatever is wanted of a picture says nothing of them.
    if (kind === "file") query.delete("meta");
    const details = readUploadDetails(query, c.req.header("Content-Type"));
    const document = await upload({
      kind,
      stream: bytesOf(body),
      details,
      author: author(c),
      compareContent: true,
      signal: c.req.raw.signal,
    });
    return c.json({ document });
  };

  const named = (kind: AssetKind, c: Context): AssetName => {
    const { project, dataset: named, file = "" } = c.req.param();
    const name = parseFileName(kind, file);
    if (project !== projectId || named !== dataset || !name) {
      throw notFound(`The ${kind} does not exist.`);
    }
    return name;
  };

  const routes = new Hono();
  routes.onError(errorResponse);
  routes.post("/:version/assets/images/:dataset", receive("image"));
  routes.post("/:version/assets/files/:dataset", receive("file"));
  routes.get("/images/:project/:dataset/:file/:vanity?", (c) => {
    const name = named("image", c);
    if (name.kind !== "image") throw notFound("The image does not exist.");
    return images.respond(c.req.raw, name, c.req.param("vanity"));
  });
  routes.get("/files/:project/:dataset/:file/:vanity?", (c) => {
    const name = named("file", c);
    if (name.kind !== "file") throw notFound("The file does not exist.");
    return deliverFile(c.req.raw, name, c.req.param("vanity"));
  });
  return {
    routes,
    upload,
    pathOf: (name) => originals.pathOf(name),
    close: () => work.close(),
  };
}

/** A request's body; one that breaks off is the client's fault, and nothing of it is stored. */
async function* bytesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw badRequest("The upload was cut off.");
      });
      if (done) return;
      yield value;
    }
  } finally {
    // Reached early when the upload is refused: the rest of the body is not awaited.
    await reader.cancel().catch(() => undefined);
  }
}
