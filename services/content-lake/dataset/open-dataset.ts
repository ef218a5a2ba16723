import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatasetError } from "./dataset-error";
import { untar } from "./untar";

/** A dataset that can be imported. */
export interface OpenDataset {
  directory: string;
  /** The only file of documents to import; all of the directory's when absent. */
  file?: string;
  /** Removes what was unpacked. */
  close(): Promise<void>;
}

/**
 * Opens a dataset in any of its forms: a directory, one `.ndjson` file (assets are found beside
 * it), or a `.tar.gz`, as Sanity's exporter and ours write it: with everything in one folder.
 *
 * @throws DatasetError when there is none
 */
export async function openDataset(source: string): Promise<OpenDataset> {
  const found = await stat(source).catch(() => undefined);
  if (!found) throw new DatasetError(`There is no ${source}.`);
  const nothing = async () => {};
  if (found.isDirectory()) return { directory: source, close: nothing };
  if (source.endsWith(".ndjson")) {
    return { directory: path.dirname(source), file: path.basename(source), close: nothing };
  }
  if (!/\.(?:tar\.gz|tgz)$/.test(source)) {
    throw new DatasetError(`${source} is no .tar.gz, no .ndjson and no directory.`);
  }
  const directory = await mkdtemp(path.join(tmpdir(), "dataset-"));
  const close = () => rm(directory, { recursive: true, force: true });
  try {
    await untar(source, directory);
    return { directory: await folderOfDocuments(directory), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function folderOfDocuments(directory: string): Promise<string> {
  const entries = await readdir(directory, { withFileTypes: true });
  const [only] = entries;
  if (only?.isDirectory() && entries.length === 1) return path.join(directory, only.name);
  return directory;
}
