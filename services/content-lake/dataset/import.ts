import { createReadStream } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { parseDocumentId } from "../assets/uploads/asset-name";
import type { StoredDocument } from "../assets/asset-store";
import { MutationFailure, LakeError } from "../errors";
import { strongReferences } from "../writing/references";
import {
  type AssetMap,
  type AssetSource,
  assetSourcesOf,
  detailsOf,
  librarySources,
  readAssetMap,
  withAssetReferences,
} from "./asset-sources";
import { DatasetError } from "./dataset-error";
import type { DatasetLake, DatasetStore } from "./dataset-store";
import { type DatasetDocument, readDocuments } from "./read-documents";
import { inWritableOrder } from "./write-order";

/**
 * - `missing`: documents whose ids the lake does not hold are created, others are left alone.
 * - `replace`: documents of the dataset replace those with the same id; others stay.
 * - `seed`: as `missing`, but only into a lake that holds nothing besides assets, and all documents
 *   in one transaction. It can run at every start: what editors deleted does not come back, and a
 *   crash leaves all of it or none.
 */
export type ImportMode = "missing" | "replace" | "seed";

export interface ImportOptions {
  lake: DatasetLake;
  /** Holds `*.ndjson` and the files that they name. */
  directory: string;
  /** The only one of its `.ndjson` files to import. */
  file?: string;
  mode: ImportMode;
  /** Id of the user on whose behalf it happens; `service` when absent. */
  author?: string;
  onProgress?: (progress: ImportProgress) => void;
  /** Transforms each document before it is imported. */
  prepare?: (document: StoredDocument) => StoredDocument;
}

export interface ImportProgress {
  step: "assets" | "documents";
  done: number;
  total: number;
}

/** Counts of documents, and of files that were checked or uploaded. */
export interface ImportResult {
  /** Of all documents of the dataset, whatever happened to them. */
  ids: string[];
  created: number;
  replaced: number;
  /** Unchanged: existing already, or equal. */
  unchanged: number;
  assets: number;
}

/** Uploads at the same time; each decodes a picture on one core. */
const maxUploads = 2;

/**
 * Imports a dataset in Sanity's export format (https://www.sanity.io/docs/importing-data):
 * documents as NDJSON, assets as files that documents name with `_sanityAsset`. Everything is read
 * and checked before anything is written. References that are weak until their target is published
 * (`_strengthenOnPublish`) stay so; publishing strengthens them.
 *
 * It is idempotent: running it again, after a crash or otherwise, has the same result.
 *
 * @throws DatasetError naming file and line when the dataset is invalid
 */
export async function importDataset(options: ImportOptions): Promise<ImportResult> {
  const { lake, directory, file, mode, author = "service", onProgress = () => undefined } = options;
  const { store } = lake;
  if (mode === "seed" && store.documents.all.some((document) => !isAsset(document))) {
    return { ids: [], created: 0, replaced: 0, unchanged: 0, assets: 0 };
  }

  const { prepare = (document) => document } = options;
  const read = await readDocuments(directory, file);
  const all = read.map((each) => ({ ...each, document: prepare(each.document) }));
  const wanted = mode === "replace" ? all : all.filter(({ document }) => !store.get(document._id));
  const known = await readAssetMap(directory);
  const ids = new Set(all.map(({ document }) => document._id));
  checkReferences(wanted, (id) => {
    const asset = parseDocumentId(id);
    const coming = asset !== undefined && known.has(`${asset.kind}-${asset.sha1}`);
    return coming || ids.has(id) || store.get(id) !== undefined;
  });
  const sources = new Map<string, Source>();
  for (const each of wanted) {
    for (const [mark, source] of await assetSourcesOf(each, directory)) {
      if (!sources.has(mark)) sources.set(mark, { ...source, first: each });
    }
  }

  if (known.size > 0) {
    for (const [mark, source] of await librarySources(directory)) {
      if (!sources.has(mark)) sources.set(mark, source);
    }
  }

  const assetIds = await uploadAll(lake, sources, known, { author, onProgress });
  const complete = wanted.map(({ document }) => withAssetReferences(document, assetIds));
  const changed = complete.filter((document) => differs(document, store.get(document._id)));
  const created = changed.filter((document) => !store.get(document._id)).length;
  const batches = mode === "seed" ? [changed] : inWritableOrder(changed, referencesOf);
  const byId = new Map(wanted.map((each) => [each.document._id, each]));
  let done = 0;
  for (const batch of batches) {
    await write(store, batch, mode, author, byId);
    done += batch.length;
    onProgress({ step: "documents", done, total: changed.length });
  }
  return {
    ids: [...ids],
    created,
    replaced: changed.length - created,
    unchanged: all.length - changed.length,
    assets: sources.size,
  };
}

/** A document of a dataset lacks the fields that the lake will add; none of them is a reference. */
const referencesOf = (document: StoredDocument) =>
  strongReferences({ ...document, _rev: "", _createdAt: "", _updatedAt: "" });

const isAsset = ({ _type }: StoredDocument) =>
  _type === "sanity.imageAsset" || _type === "sanity.fileAsset";

/** A dangling reference would make the lake refuse its transaction, after others were committed. */
function checkReferences(
  wanted: readonly DatasetDocument[],
  exists: (id: string) => boolean,
): void {
  for (const { document, file, line } of wanted) {
    for (const id of referencesOf(document)) {
      if (exists(id)) continue;
      const reason = `"${document._id}" refers to "${id}", which neither the dataset nor the lake holds.`;
      throw new DatasetError(reason, { file, line });
    }
  }
}

interface Source extends AssetSource {
  /** The document that named it first. */
  first?: DatasetDocument;
}

/** @returns ids of the asset documents, by mark */
async function uploadAll(
  lake: DatasetLake,
  sources: ReadonlyMap<string, Source>,
  known: AssetMap,
  { author, onProgress }: Required<Pick<ImportOptions, "author" | "onProgress">>,
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  const left = [...sources];
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [mark, source] = next;
      const details = await detailsOf(source, known);
      const stream = createReadStream(source.path);
      try {
        const asset = await lake.assets.upload({ kind: source.kind, stream, details, author });
        ids.set(mark, asset._id);
      } catch (error) {
        left.length = 0;
        if (!(error instanceof LakeError)) throw error;
        throw new DatasetError(`"${mark}" cannot be uploaded: ${error.message}`, source.first);
      } finally {
        stream.destroy();
      }
      onProgress({ step: "assets", done: ids.size, total: sources.size });
    }
  };
  await Promise.all(Array.from({ length: maxUploads }, work));
  return ids;
}

function differs(document: StoredDocument, existing: StoredDocument | undefined): boolean {
  if (!existing) return true;
  const { _rev, _createdAt, _updatedAt } = existing;
  return !isDeepStrictEqual({ _createdAt, ...document, _rev, _updatedAt }, { ...existing });
}

async function write(
  store: DatasetStore,
  batch: readonly StoredDocument[],
  mode: ImportMode,
  author: string,
  byId: ReadonlyMap<string, DatasetDocument>,
): Promise<void> {
  try {
    await store.transact({ author }, (transaction) => {
      for (const document of batch) {
        const existing = transaction.get(document._id);
        if (existing && mode !== "replace") continue;
        transaction.createOrReplace({ _createdAt: existing?._createdAt, ...document });
      }
    });
  } catch (error) {
    const id = error instanceof MutationFailure ? error.item.id : undefined;
    const source = typeof id === "string" ? byId.get(id) : undefined;
    if (!(error instanceof MutationFailure)) throw error;
    throw new DatasetError(error.message, source);
  }
}
