import { constants } from "node:fs";
import { copyFile, mkdir, readdir, rm, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import type { EmbeddedDatabase } from "@platen/postgres";

/** File systems note the time of a change by a clock that ticks every few milliseconds. */
const clockMilliseconds = 1_000;

/**
 * Copies the files of the running database, as they are between two statements. Statements wait
 * only while the files are copied that changed during a first copy: that of 42 MB takes a second.
 *
 * @param cluster the directory of the database
 * @param target must not exist yet
 * @throws a sentence when it cannot be copied; nothing is left of the copy then
 */
export async function copyDatabase(
  database: Pick<EmbeddedDatabase, "pause">,
  cluster: string,
  target: string,
): Promise<void> {
  try {
    await mkdir(target, { mode: 0o700 });
  } catch (error) {
    throw failure(target, error);
  }
  try {
    const began = { clock: Date.now(), steady: performance.now() };
    const copied = await copyFiles(cluster, target, -Infinity);
    await database.pause(async () => {
      const elapsed = performance.now() - began.steady;
      // After the clock was set, no time tells what has changed.
      const wasSet = Math.abs(Date.now() - began.clock - elapsed) > clockMilliseconds / 2;
      const since = wasSet ? -Infinity : began.clock - clockMilliseconds;
      const files = await copyFiles(cluster, target, since);
      for (const file of copied)
        if (!files.has(file)) await rm(join(target, file), { force: true });
    });
  } catch (error) {
    await rm(target, { recursive: true, force: true });
    throw failure(target, error);
  }
}

/**
 * Copies what was changed since a time. Postgres may delete a file meanwhile.
 *
 * @returns the files that are there, by their paths in the cluster
 */
async function copyFiles(cluster: string, target: string, since: number): Promise<Set<string>> {
  const entries = await readdir(cluster, { recursive: true, withFileTypes: true });
  const found = new Set<string>();
  for (const entry of entries) {
    const path = relative(cluster, join(entry.parentPath, entry.name));
    if (entry.isDirectory()) await mkdir(join(target, path), { recursive: true, mode: 0o700 });
    else if (entry.isFile() && (await copyIfNewer(path))) found.add(path);
  }
  return found;

  async function copyIfNewer(path: string): Promise<boolean> {
    try {
      // Not of its contents alone: Postgres gives a used file of its log another name.
      const { ctimeMs } = await stat(join(cluster, path));
      if (ctimeMs < since) return true;
      await copyFile(join(cluster, path), join(target, path), constants.COPYFILE_FICLONE);
      return true;
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return false;
      throw error;
    }
  }
}

const failure = (target: string, error: unknown) =>
  new Error(`The database could not be copied to ${target} (${String(error)}).`);
