import type { Document } from "./document";
import type { Patch } from "./history/mendoza";
import type { PatchOperations } from "./writing/patch-operations";

/**
 * A mutation of one document, with its id and (for the creating ones) the whole document filled in.
 */
export type DocumentMutation =
  | { create: Record<string, unknown> }
  | { createOrReplace: Record<string, unknown> }
  | { delete: { id: string } }
  | { patch: { id: string } & PatchOperations };

/** A document as a write leaves it; undefined = it is gone. */
export interface Written {
  readonly id: string;
  readonly after: Document | undefined;
}

/** What one transaction did to one document. */
export interface Change extends Written {
  readonly before: Document | undefined;
  readonly mutations: readonly DocumentMutation[];
  /** Mendoza patches between the two, both without `_rev`; `null` stands for no document. */
  readonly effects: { readonly apply: Patch; readonly revert: Patch };
}

/** A transaction that is on disk and visible to queries. */
export interface Commit {
  /** Its position in the log: 1, 2, 3 … */
  readonly sequence: number;
  readonly transactionId: string;
  /** ISO 8601: the `_updatedAt` of what it wrote. */
  readonly timestamp: string;
  /** The id of the author. */
  readonly author: string;
  readonly changes: readonly Change[];
  /** Characters of the documents that it wrote. */
  readonly size: number;
}
