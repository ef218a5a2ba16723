import { constants } from "node:fs";
import { cp, mkdir, readdir, rename, rm, rmdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { unfinishedRestore } from "../backend/data-directory";
import { manifestName, readManifest } from "./manifest";
import { requireSameFiles } from "./verify-backup";

/**
 * Makes a data directory out of a backup. It is made inside the directory, which may be a mount
 * point, and moved up when it is whole; a site does not start in one that is not.
 *
 * @param dataDirectory must be missing or empty
 * @returns when the backup was taken
 * @throws a sentence when it cannot be done; the directory is empty then
 */
export async function restoreBackup(backup: string, dataDirectory: string): Promise<string> {
  const target = resolve(dataDirectory);
  const manifest = await readManifest(backup);
  const entries = await readdir(target).catch(() => []);
  // What an interrupted one has copied is copied again.
  if (entries.some((name) => name !== unfinishedRestore)) {
    throw new Error(
      `${target} is not empty: stop the site that uses it and move the directory away, or set DATA_DIR to another one.`,
    );
  }
  const copy = join(target, unfinishedRestore);
  await rm(copy, { recursive: true, force: true });
  await mkdir(copy, { recursive: true, mode: 0o700 });
  try {
    const options = { recursive: true, force: false, errorOnExist: true };
    await cp(backup, copy, { ...options, mode: constants.COPYFILE_FICLONE });
    // What was copied, not what was read: a disk may fail now.
    await requireSameFiles(copy, manifest);
  } catch (error) {
    await rm(copy, { recursive: true, force: true });
    throw error;
  }
  await rm(join(copy, manifestName));
  for (const name of await readdir(copy)) await rename(join(copy, name), join(target, name));
  await rmdir(copy);
  return manifest.takenAt;
}
