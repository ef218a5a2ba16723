import { newestBackup } from "./backup-directory";
import { type Source, type TakenBackup, takeBackup } from "./take-backup";

const hour = 3_600_000;
/**
 * The check is once an hour, and a backup that is due a minute later must not wait for the next.
 */
const earlyMilliseconds = hour / 2;

interface Schedule extends Omit<Source, "directory"> {
  /** Where the backups are; nothing is done when absent or empty. */
  directory: string | undefined;
  /** Hours from one backup to the next. */
  hours: number;
}

/**
 * Takes a backup when the newest one is old enough; with it the oldest are deleted
 * (`backup-directory.ts`).
 *
 * @returns what was taken; null when nothing was due
 * @throws a sentence when it cannot be taken
 */
export async function takeDueBackup({
  directory,
  hours,
  ...source
}: Schedule): Promise<TakenBackup | null> {
  if (!directory) return null;
  const newest = await newestBackup(directory);
  const now = source.now?.() ?? new Date();
  const age = newest ? now.getTime() - Date.parse(newest.manifest.takenAt) : Infinity;
  // A clock that was set back must not stop backups for as long as it was ahead.
  const isDue = age < 0 || age >= hours * hour - earlyMilliseconds;
  return isDue ? takeBackup({ ...source, directory }) : null;
}
