import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { readManifest, type Manifest } from "./manifest";

const backupName = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;
const unfinishedName = /^\.unfinished-(\d+)-/;
/** A process id may have been given to another process since, or mean another container's. */
const maxUnfinishedMilliseconds = 24 * 3_600_000;

/** The directory name of a backup: its time in UTC, so that names sort by age. */
export const nameOf = (takenAt: Date) => takenAt.toISOString().replaceAll(/[:.]/g, "-");

/** The names of the complete backups in a directory, oldest first. */
async function listBackups(directory: string): Promise<string[]> {
  const names = await readdir(directory).catch(() => []);
  return names.filter((name) => backupName.test(name)).sort();
}

/** The newest backup with a manifest that can be read, if there is one. */
export async function newestBackup(
  directory: string,
): Promise<{ path: string; manifest: Manifest } | null> {
  for (const name of (await listBackups(directory)).reverse()) {
    const path = join(directory, name);
    const manifest = await readManifest(path).catch(() => null);
    if (manifest) return { path, manifest };
  }
  return null;
}

/**
 * Makes a directory for a backup that is being taken. It gets its name when it is complete, so that
 * an interrupted one is never taken for a backup.
 */
export async function newUnfinished(directory: string): Promise<string> {
  const path = join(directory, `.unfinished-${process.pid}-${Date.now()}`);
  await mkdir(path, { recursive: true, mode: 0o700 });
  return path;
}

/** Deletes what interrupted backups left behind. */
export async function deleteUnfinished(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const pid = Number(unfinishedName.exec(name)?.[1]);
    if (!pid) continue;
    const path = join(directory, name);
    const { mtimeMs } = await stat(path);
    if (isRunning(pid) && Date.now() - mtimeMs < maxUnfinishedMilliseconds) continue;
    await rm(path, { recursive: true, force: true });
  }
}

/**
 * Deletes the oldest backups.
 *
 * @param keep how many of the newest stay, with the one that was just taken
 * @param taken its name, which after the clock was set back is not the newest
 * @returns the names of the deleted ones
 */
export async function deleteOldest(
  directory: string,
  keep: number,
  taken: string,
): Promise<string[]> {
  const others = (await listBackups(directory)).filter((name) => name !== taken);
  const old = others.slice(0, Math.max(0, others.length + 1 - keep));
  for (const name of old) {
    // Renamed first: half deleted, it would still look like a backup.
    const doomed = join(directory, `.unfinished-${process.pid}-${name}`);
    await rename(join(directory, name), doomed);
    await rm(doomed, { recursive: true, force: true });
  }
  return old;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
