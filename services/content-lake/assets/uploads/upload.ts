import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { getMimeType } from "hono/utils/mime";
import { type AssetKind, type AssetName, documentIdOf, fileNameOf } from "./asset-name";
import { limits } from "../../limits";
import { badRequest } from "../asset-error";
import { type AssetStore, createIfMissing, type StoredDocument } from "../asset-store";
import { contentProblem } from "./file-signature";
import type { ImageHeader, OptionalMetadata } from "../images/image-analysis";
import { mediaTypeOf } from "../images/image-format";
import { eraseLocation, mayHoldLocation } from "../images/gps-location";
import type { Arrival, Originals } from "./originals";
import type { ImageProcessor } from "../transforms/image-processor";
import type { TransformQueue } from "../transforms/transform-queue";
import type { UploadDetails } from "./upload-details";
import type { UploadQuota } from "./upload-quota";

/** What Sanity computes when a request names nothing. */
const defaultMetadata: ReadonlySet<OptionalMetadata> = new Set(["lqip", "blurhash", "palette"]);

/** An upload, over HTTP or from this process. */
export interface Upload {
  kind: AssetKind;
  stream: AsyncIterable<Uint8Array>;
  details: UploadDetails;
  /** Id of the user who uploads. */
  author: string;
  /**
   * Refuse a file whose content is not what its extension says; an operator's import takes files as
   * they are.
   */
  compareContent?: boolean;
  /** Aborted when the client has disconnected: the picture is then not described. */
  signal?: AbortSignal;
}

export type UploadAsset = (upload: Upload) => Promise<StoredDocument>;

interface Environment {
  store: AssetStore;
  originals: Originals;
  /**
   * Separate from visitors' pictures, which would otherwise wait behind uploads that take seconds
   * each.
   */
  queue: TransformQueue;
  work: ImageProcessor;
  quota: UploadQuota;
  /** Origin and path before `/images/…`, without a slash at its end. */
  publicUrl: string;
  projectId: string;
  dataset: string;
}

/**
 * The only way by which bytes become an asset: store them under their SHA-1, describe them, create
 * the document. The same bytes again return the existing document. The bytes are safe on disk
 * before the document exists.
 */
export function createUpload(environment: Environment): UploadAsset {
  const { store, originals, queue, work, quota } = environment;

  /**
   * @returns the asset document as the lake holds it
   * @throws AssetError 400 for a file that is not an image, empty, damaged or not what its
   *   extension says, 413 for too many bytes, 429 for too many in a day, 503 when too busy, 507 on
   *   a full disk
   */
  return async (upload) => {
    const { kind, stream, details, author, compareContent = false } = upload;
    const arrival = await originals.receive(counted(stream, author), limits.upload[kind]);
    try {
      if (kind === "file") {
        if (compareContent) await refuseOtherContent(arrival, details);
        return await keepFile(arrival, details, author);
      }
      const header = await headerOf(arrival, upload);
      const erased =
        mayHoldLocation(header.raw) && eraseLocation(await readFile(arrival.path), header.raw);
      if (!erased) return await keepImage(arrival, header, upload);
      const anonymous = await originals.receive(once(erased), limits.upload.image);
      try {
        return await keepImage(anonymous, await headerOf(anonymous, upload), upload);
      } finally {
        await originals.discard(anonymous);
      }
    } finally {
      await originals.discard(arrival);
    }
  };

  async function refuseOtherContent({ path }: Arrival, details: UploadDetails) {
    const problem = await contentProblem(path, fileExtension(details));
    if (problem) throw badRequest(problem);
  }

  async function* counted(stream: AsyncIterable<Uint8Array>, author: string) {
    for await (const chunk of stream) {
      quota.take(author, chunk.byteLength);
      yield chunk;
    }
  }

  async function keepFile(arrival: Arrival, details: UploadDetails, author: string) {
    const extension = fileExtension(details);
    const mimeType = details.mimeType ?? typeOfExtension(extension) ?? "application/octet-stream";
    const name: AssetName = { kind: "file", sha1: arrival.sha1, extension };
    await originals.keep(arrival, name);
    return (
      store.get(documentIdOf(name)) ??
      createIfMissing(store, assetDocument(environment, arrival, name, mimeType, details), author)
    );
  }

  function headerOf({ path }: Arrival, { author, signal }: Upload) {
    return queue.run(author, () => work.readHeader(path, signal));
  }

  async function keepImage(arrival: Arrival, header: ImageHeader, upload: Upload) {
    const { path, sha1 } = arrival;
    const { details, author, signal } = upload;
    const { format, width, height } = header;
    const name: AssetName = { kind: "image", sha1, width, height, extension: format };
    const existing = store.get(documentIdOf(name));
    if (existing) {
      await originals.keep(arrival, name);
      return existing;
    }
    // Describing decodes every pixel: bytes that fail here never get a name.
    const wanted = details.metadata ?? defaultMetadata;
    const metadata = await queue.run(author, () => work.describe(path, wanted, signal));
    await originals.keep(arrival, name);
    const document = assetDocument(environment, arrival, name, mediaTypeOf(format), details);
    return createIfMissing(store, { ...document, metadata }, author);
  }
}

function assetDocument(
  { publicUrl, projectId, dataset }: Environment,
  { sha1, size }: Arrival,
  name: AssetName,
  mimeType: string,
  details: UploadDetails,
): StoredDocument {
  const path = `${name.kind}s/${projectId}/${dataset}/${fileNameOf(name)}`;
  return {
    _id: documentIdOf(name),
    _type: name.kind === "image" ? "sanity.imageAsset" : "sanity.fileAsset",
    ...saidOf(details),
    assetId: sha1,
    extension: name.extension,
    mimeType,
    path,
    sha1hash: sha1,
    size,
    uploadId: randomBytes(16).toString("hex"),
    url: `${publicUrl}/${path}`,
  };
}

/** What the client declares, as fields of the document. */
function saidOf(details: UploadDetails): Record<string, unknown> {
  const { originalFilename, label, title, description, altText, creditLine, source } = details;
  const fields = { originalFilename, label, title, description, altText, creditLine, source };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

const typeOfExtension = (extension: string) =>
  getMimeType(`file.${extension}`)?.split(";")[0]?.trim();

function fileExtension({ originalFilename }: UploadDetails): string {
  const extension = /\.([a-z0-9]{1,16})$/i.exec(originalFilename ?? "")?.[1];
  return extension?.toLowerCase() ?? "bin";
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
