import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, readFile, realpath } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { AssetKind } from "../assets/uploads/asset-name";
import type { UploadDetails } from "../assets/uploads/upload-details";
import { isRecord } from "../document";
import { DatasetError } from "./dataset-error";
import type { DatasetDocument } from "./read-documents";

/** A file of the dataset that becomes an asset. */
export interface AssetSource {
  kind: AssetKind;
  /** Absolute, links resolved. */
  path: string;
}

/** `image@file://./images/name.png`: Sanity's way to write an asset that is not uploaded yet. */
const assetMark = /^(image|file)@(\S+:\/\/.*)$/s;

/**
 * Finds the assets that a document names with `_sanityAsset`.
 *
 * @param directory the dataset's; nothing outside it is ever read
 * @returns by the text of the mark
 * @throws DatasetError for a mark that is malformed, or that names no file within the directory
 */
export async function assetSourcesOf(
  { document, file, line }: DatasetDocument,
  directory: string,
): Promise<Map<string, AssetSource>> {
  const marks = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isRecord(value)) return;
    if (typeof value._sanityAsset === "string") marks.add(value._sanityAsset);
    Object.values(value).forEach(visit);
  };
  visit(document);

  const found = new Map<string, AssetSource>();
  for (const mark of marks) {
    const [, kind, url = ""] = assetMark.exec(mark) ?? [];
    const fault = (reason: string) => new DatasetError(`"${mark}" ${reason}`, { file, line });
    if (kind !== "image" && kind !== "file") {
      throw fault("does not start with image@ or file@ and a URL.");
    }
    if (!url.startsWith("file://")) throw fault("is not a file:// URL.");
    const inside = await fileInside(directory, url);
    if (!inside) throw fault("names no file within the dataset's directory.");
    found.set(mark, { kind, path: inside });
  }
  return found;
}

async function fileInside(directory: string, url: string): Promise<string | undefined> {
  try {
    const relative = /^file:\/\/(\.\/.*)$/s.exec(url)?.[1];
    const named = relative
      ? path.join(directory, decodeURIComponent(relative))
      : fileURLToPath(url);
    const actual = await realpath(named);
    const root = await realpath(directory);
    return actual.startsWith(root + path.sep) ? actual : undefined;
  } catch {
    return undefined;
  }
}

/** The document with its marks replaced by references to the uploaded assets. */
export function withAssetReferences(
  document: DatasetDocument["document"],
  assetIds: ReadonlyMap<string, string>,
): DatasetDocument["document"] {
  const replace = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replace);
    if (!isRecord(value)) return value;
    const { _sanityAsset: mark, ...rest } = replacedEntries(value);
    const id = typeof mark === "string" ? assetIds.get(mark) : undefined;
    if (!id) return { ...rest, ...(mark !== undefined && { _sanityAsset: mark }) };
    const _type = typeof rest._type === "string" ? rest._type : id.slice(0, id.indexOf("-"));
    return { ...rest, _type, asset: { _type: "reference", _ref: id } };
  };
  const replacedEntries = (object: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(Object.entries(object).map(([name, value]) => [name, replace(value)]));
  return { ...replacedEntries(document), _id: document._id, _type: document._type };
}

const text = z.string().optional().catch(undefined);

/** What `assets.json` of an export contains about an asset, as far as an upload can carry it. */
const assetFacts = z.object({
  originalFilename: text,
  label: text,
  title: text,
  description: text,
  altText: text,
  creditLine: text,
  source: z.object({ id: text, name: text, url: text }).optional().catch(undefined),
  mimeType: text,
});

const assetMap = z.record(z.string(), assetFacts);

/**
 * What an export recorded about its assets, by kind and SHA-1; empty for a dataset without
 * `assets.json`.
 */
export type AssetMap = ReadonlyMap<string, UploadDetails>;

/** @throws DatasetError when `assets.json` exists but is invalid */
export async function readAssetMap(directory: string): Promise<AssetMap> {
  const json = await readFile(path.join(directory, "assets.json"), "utf8").catch(() => undefined);
  if (json === undefined) return new Map();
  try {
    return new Map(Object.entries(assetMap.parse(JSON.parse(json))));
  } catch {
    throw new DatasetError("assets.json does not map assets to what is known of them.");
  }
}

/**
 * The files of an export that no document references: images and files that are unused in the
 * library.
 *
 * @returns by the mark that would name them
 */
export async function librarySources(directory: string): Promise<Map<string, AssetSource>> {
  const found = new Map<string, AssetSource>();
  for (const kind of ["image", "file"] as const) {
    const folder = path.join(directory, `${kind}s`);
    for (const name of await readdir(folder).catch(() => [])) {
      found.set(`${kind}@file://./${kind}s/${name}`, { kind, path: path.join(folder, name) });
    }
  }
  return found;
}

/** The metadata to upload with a source: what the export recorded, or else the file's own name. */
export async function detailsOf(source: AssetSource, known: AssetMap): Promise<UploadDetails> {
  const originalFilename = path.basename(source.path);
  if (known.size === 0) return { originalFilename };
  const hash = createHash("sha1");
  const chunks: AsyncIterable<Buffer> = createReadStream(source.path);
  for await (const chunk of chunks) hash.update(chunk);
  return known.get(`${source.kind}-${hash.digest("hex")}`) ?? { originalFilename };
}
