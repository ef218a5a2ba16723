const megabyte = 1_000_000;

/**
 * The maximum size of each partition of the page cache. Pages that anyone could request in endless
 * variants have partitions of their own, so that a flood of them evicts only its own kind.
 */
export const partitionSizes = {
  pages: 96 * megabyte,
  /** With parameters: a made-up category is a page too. */
  variants: 24 * megabyte,
  /** Pages that were not found. */
  missing: 8 * megabyte,
};

export type Partition = keyof typeof partitionSizes;
