import type { Assets } from "../assets";
import type { AssetStore, StoredDocument } from "../assets/asset-store";

/** What importing and exporting need of the lake's store. */
export interface DatasetStore extends AssetStore {
  /** All committed documents under their own ids. */
  readonly documents: { readonly all: readonly StoredDocument[] };
  transact(
    request: { author: string },
    plan: (transaction: {
      get(id: string): StoredDocument | undefined;
      create(attributes: Record<string, unknown>): string;
      createOrReplace(attributes: Record<string, unknown>): string;
      delete(id: string): void;
    }) => void,
  ): Promise<unknown>;
}

/** The parts of the lake that imports and exports use. */
export interface DatasetLake {
  store: DatasetStore;
  assets: Pick<Assets, "upload" | "pathOf">;
}
