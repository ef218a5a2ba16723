import { operationNamesQuery } from "~/content/queries/feature";
import { readPublished } from "~/content/reading/read.server";

/** The name of an operation of the API, as a ledger entry has it: `pdf/merge`. */
export type NameOperation = (operation: string) => string;

/**
 * The names of operations: the titles of the published features with their endpoints. An operation
 * without one goes by its path, as do all of them while the lake is unavailable.
 */
export async function readOperationNames(): Promise<NameOperation> {
  const features = await readPublished(operationNamesQuery).catch((error: unknown) => {
    if (error instanceof Response) return [];
    throw error;
  });
  const titles = new Map<string, string>();
  for (const { path, title } of features) {
    const operation = withoutVersion(path ?? "");
    if (title && !titles.has(operation)) titles.set(operation, title);
  }
  return (operation) => titles.get(withoutVersion(operation)) ?? operation;
}

/** Entries of a ledger with the names of their operations in place of the paths. */
export async function withOperationNames<Entry extends { operation: string | null }>(
  entries: readonly Entry[],
): Promise<Entry[]> {
  const nameOperation = await readOperationNames();
  return entries.map((entry) => ({
    ...entry,
    operation: entry.operation && nameOperation(entry.operation),
  }));
}

/** The path below the API's version: `pdf/merge` of `/v1/pdf/merge`. */
const withoutVersion = (path: string) => path.replace(/^\/?(?:v\d+\/)?/, "");
