import { constants } from "node:fs";
import { cp, mkdir, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { manifestName, readManifest } from "./manifest";
import { requireSameFiles } from "./verify-backup";

/**
 * Makes a data directory out of a backup: whole, or not at all.
 *
 * @param dataDirectory must be missing or empty
 * @returns when the backup was taken
 * @throws a sentence when it cannot be done
 */
export async function restoreBackup(backup: string, dataDirectory: string): Promise<string> {
  const target = resolve(dataDirectory);
  const manifest = await readManifest(backup);
  const entries = await readdir(target).catch(() => []);
  if (entries.length > 0) {
    throw new Error(
      `${target} is not empty: stop the site that uses it and move the directory away, or set DATA_DIR to another one.`,
    );
  }
  const copy = join(dirname(target), `.${basename(target)}-restoring-${process.pid}`);
  try {
    await mkdir(copy, { recursive: true, mode: 0o700 });
    await cp(backup, copy, {
      recursive: true,
      force: false,
      errorOnExist: true,
      mode: constants.COPYFILE_FICLONE,
    });
    // What was copied, not what was read: a disk may fail now.
    await requireSameFiles(copy, manifest);
    await rm(join(copy, manifestName));
    await rename(copy, target).catch((error: unknown) => {
      throw new Error(`${target} cannot be replaced (${String(error)}): restore into a new one.`);
    });
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
  return manifest.takenAt;
}
