/** A document as the lake stores it: plain JSON with an id and a type. */
export interface StoredDocument {
  readonly _id: string;
  readonly _type: string;
  readonly [attribute: string]: unknown;
}

/** What the asset service needs of the lake's store. */
export interface AssetStore {
  /** The committed document with exactly this id. */
  get(id: string): StoredDocument | undefined;
  /**
   * Runs `plan` and commits, durably, what it wrote; `author` is the id of the user on whose behalf
   * it runs.
   */
  transact(
    request: { author: string },
    plan: (transaction: {
      get(id: string): StoredDocument | undefined;
      create(attributes: Record<string, unknown>): string;
    }) => void,
  ): Promise<unknown>;
}

/**
 * Creates the document unless there is one with its id.
 *
 * @returns the document that the lake holds now: the new one, or the one that was there
 */
export async function createIfMissing(
  store: AssetStore,
  document: StoredDocument,
  author: string,
): Promise<StoredDocument> {
  await store.transact({ author }, (transaction) => {
    if (!transaction.get(document._id)) transaction.create({ ...document });
  });
  return store.get(document._id) ?? document;
}
