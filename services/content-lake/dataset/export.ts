import { createWriteStream } from "node:fs";
import { access, copyFile, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import {
  type AssetName,
  documentIdOf,
  fileNameOf,
  parseDocumentId,
} from "../assets/uploads/asset-name";
import type { StoredDocument } from "../assets/asset-store";
import { isRecord } from "../document";
import { DatasetError } from "./dataset-error";
import type { DatasetLake, DatasetStore } from "./dataset-store";
import { tar, type TarEntry } from "./tar";

/** Characters of NDJSON that are sent at once. */
const chunkSize = 64 * 1024;

/**
 * All documents as NDJSON, drafts and assets included, the response of `GET /data/export/:dataset`:
 * those that existed when the export began.
 *
 * @param types only documents of these types; all when empty
 * @param pace runs a portion of the work, when its requester has time for it
 */
export function exportStream(
  store: Pick<DatasetStore, "documents">,
  types: readonly string[] = [],
  pace = async (portion: () => string) => portion(),
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const documents = [...store.documents.all];
  const wanted = new Set(types);
  const encoder = new TextEncoder();
  let at = 0;
  const next = () => {
    let chunk = "";
    for (; at < documents.length && chunk.length < chunkSize; at++) {
      const document = documents[at];
      if (!document || (wanted.size > 0 && !wanted.has(document._type))) continue;
      chunk += `${JSON.stringify(document)}\n`;
    }
    return chunk;
  };
  return new ReadableStream({
    async pull(controller) {
      const chunk = await pace(next);
      if (chunk) controller.enqueue(encoder.encode(chunk));
      if (at >= documents.length) controller.close();
    },
  });
}

export interface ExportOptions {
  lake: DatasetLake;
  /** A path ending in `.tar.gz`, or a directory that is empty or not there yet. */
  file: string;
  /** Called for each asset that is written. */
  onProgress?: (done: number, total: number) => void;
}

/** Counts of what was written. */
export interface ExportResult {
  documents: number;
  assets: number;
}

/**
 * What an export omits from `assets.json`, as Sanity's exporter does: it follows from the bytes.
 */
const derivedFields = new Set(
  "_id _type _rev _createdAt _updatedAt assetId extension path uploadId url sha1hash size metadata".split(
    " ",
  ),
);

/**
 * Exports the dataset in Sanity's format, which {@link importDataset} and Sanity's own importer
 * read: `data.ndjson`, the assets' files in `images/` and `files/`, and `assets.json` with what is
 * known of them. References to assets become `_sanityAsset`; an import recreates the asset
 * documents themselves.
 *
 * @throws DatasetError when the target is a directory that is not empty
 */
export async function exportDataset({
  lake,
  file,
  onProgress = () => undefined,
}: ExportOptions): Promise<ExportResult> {
  const plan = await planExport(lake);
  const result = { documents: plan.documents.length, assets: plan.assets.length };
  if (/\.(?:tar\.gz|tgz)$/.test(file)) {
    await writeArchive(file, plan, onProgress);
    return result;
  }
  await mkdir(file, { recursive: true });
  if ((await readdir(file)).length > 0) throw new DatasetError(`${file} is not empty.`);
  for await (const { path: name, content } of entriesOf(plan, onProgress)) {
    const target = path.join(file, name);
    await mkdir(path.dirname(target), { recursive: true });
    if (content instanceof Uint8Array) await pipeline([content], createWriteStream(target));
    else await copyFile(content.file, target);
  }
  return result;
}

interface Plan {
  documents: StoredDocument[];
  assets: Array<{ name: AssetName; document: StoredDocument; file: string }>;
}

async function planExport({ store, assets }: DatasetLake): Promise<Plan> {
  const plan: Plan = { documents: [], assets: [] };
  const exported = new Map<string, AssetName>();
  const snapshot = [...store.documents.all];
  for (const document of snapshot) {
    const name = parseDocumentId(document._id);
    if (!name) continue;
    const file = assets.pathOf(name);
    // An asset whose bytes are lost stays a document with a reference to it, rather than fail the
    // export.
    const exists = await access(file).then(
      () => true,
      () => false,
    );
    if (!exists) continue;
    exported.set(documentIdOf(name), name);
    plan.assets.push({ name, document, file });
  }
  for (const document of snapshot) {
    if (!exported.has(document._id) && !document._id.startsWith("_.")) {
      plan.documents.push(withAssetMarks(document, exported));
    }
  }
  return plan;
}

const archivePath = (name: AssetName) => `${name.kind}s/${fileNameOf(name)}`;

function withAssetMarks(
  document: StoredDocument,
  exported: ReadonlyMap<string, AssetName>,
): StoredDocument {
  const mark = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(mark);
    if (!isRecord(value)) return value;
    const { asset } = value;
    const name =
      isRecord(asset) && typeof asset._ref === "string" ? exported.get(asset._ref) : undefined;
    const copy = marked(value);
    if (!name) return copy;
    delete copy.asset;
    return { _sanityAsset: `${name.kind}@file://./${archivePath(name)}`, ...copy };
  };
  const marked = (object: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(Object.entries(object).map(([name, value]) => [name, mark(value)]));
  return { ...marked(document), _id: document._id, _type: document._type };
}

async function* entriesOf(
  { documents, assets }: Plan,
  onProgress: NonNullable<ExportOptions["onProgress"]>,
): AsyncGenerator<TarEntry> {
  const lines = documents.map((document) => `${JSON.stringify(document)}\n`);
  yield { path: "data.ndjson", content: Buffer.from(lines.join("")) };
  const entries = assets.map(({ name, document }) => {
    const fields = Object.entries(document).filter(([field]) => !derivedFields.has(field));
    return [`${name.kind}-${name.sha1}`, Object.fromEntries(fields)];
  });
  const map = JSON.stringify(Object.fromEntries(entries));
  yield { path: "assets.json", content: Buffer.from(map) };
  for (const [index, { name, file }] of assets.entries()) {
    yield { path: archivePath(name), content: { file } };
    onProgress(index + 1, assets.length);
  }
}

async function writeArchive(
  file: string,
  plan: Plan,
  onProgress: NonNullable<ExportOptions["onProgress"]>,
): Promise<void> {
  const inFolder = async function* () {
    for await (const entry of entriesOf(plan, onProgress))
      yield { ...entry, path: `dataset/${entry.path}` };
  };
  const partial = `${file}.partial`;
  try {
    await pipeline(
      Readable.from(tar(inFolder(), Date.now() / 1000)),
      createGzip(),
      createWriteStream(partial, { mode: 0o600 }),
    );
    const written = await open(partial, "r");
    await written.sync();
    await written.close();
    // A backup exists whole or not at all.
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}
