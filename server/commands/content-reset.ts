import type { DatasetLake } from "@platen/content-lake/dataset";
import { importSeed, type Seed } from "../backend/seed";

/**
 * All documents and drafts, but not pictures and files, which other documents may get, nor what the
 * lake keeps for itself, which is in no export.
 */
export function contentOf(lake: DatasetLake) {
  const assets = ["sanity.imageAsset", "sanity.fileAsset"];
  return lake.store.documents.all.filter(
    ({ _id, _type }) => !assets.includes(_type) && !_id.startsWith("_."),
  );
}

/**
 * Replaces all content by a seed. The seed comes first: at no time is there a page without the
 * documents that it needs.
 */
export async function resetContent(lake: DatasetLake, seed: Seed): Promise<void> {
  const { ids } = await importSeed(lake, seed, undefined, "replace");
  const kept = new Set(ids);
  const old = contentOf(lake).filter(({ _id }) => !kept.has(_id));
  // Together, because they refer to each other.
  await lake.store.transact({ author: "service" }, (transaction) => {
    for (const { _id } of old) transaction.delete(_id);
  });
}
