/**
 * A dataset that cannot be imported. The message begins with the file and the line at fault, where
 * there is one.
 */
export class DatasetError extends Error {
  override name = "DatasetError";

  /** @param line from 1 on */
  constructor(reason: string, where?: { file: string; line: number }) {
    super(where ? `${where.file}:${where.line}: ${reason}` : reason);
  }
}
