import { access, constants, readdir, stat } from "node:fs/promises";
import { floors, freeBytes, hasFewInodes } from "@platen/kit";
import { networkFileSystem } from "@platen/postgres";
import { unfinishedRestore } from "../backend/data-directory";
import { newestBackup } from "../backups/backup-directory";
import type { Finding } from "@domain/administration/health";
import { megabytes, ok, problem, warning } from "./finding";

/** Above the floor of writes, so that there is time to act. */
const lowSpace = 1024 ** 3;

const hour = 3_600_000;

/** Whether the site can store its data, and has room for more. */
export async function examineDataDirectory(directory: string): Promise<Finding[]> {
  const names = await readdir(directory).catch(() => null);
  if (names === null)
    return [ok(`DATA_DIR ${directory} is not there yet: the first start makes it`)];
  const findings: Finding[] = [];
  if (await access(directory, constants.W_OK).catch(() => true))
    findings.push(problem(`DATA_DIR ${directory} may not be written to: change its owner.`));
  if (names.includes(unfinishedRestore))
    findings.push(
      problem(`A restore into DATA_DIR ${directory} did not end: empty it, and restore again.`),
    );
  const network = await networkFileSystem(directory);
  if (network !== undefined)
    findings.push(
      problem(
        `DATA_DIR ${directory} is on ${network}: a second machine could destroy the database. Choose a local disk.`,
      ),
    );
  const { mode } = await stat(directory);
  if ((mode & 0o077) !== 0)
    findings.push(
      warning(
        `Others on this machine may read DATA_DIR ${directory}: chmod 700 (a start does so, too).`,
      ),
    );
  findings.push(examineSpace(directory, freeBytes(directory), hasFewInodes(directory)));
  return findings;
}

/**
 * @param free bytes on the disk of the directory
 * @param fewInodes are why they are few
 */
export function examineSpace(directory: string, free: number, fewInodes = false): Finding {
  if (fewInodes)
    return problem(
      `Inodes run out on the disk of ${directory}, whatever space is free: soon nothing can be saved. Delete files; assets/derived in it can be deleted.`,
    );
  if (free < floors.ordinary)
    return problem(
      `${megabytes(free)} are free on the disk of ${directory}: below ${megabytes(floors.ordinary)} nothing can be saved. Free some; assets/derived in it can be deleted.`,
    );
  return free < lowSpace
    ? warning(`${megabytes(free)} are free on the disk of ${directory}: free some soon.`)
    : ok(
        free === Infinity
          ? `DATA_DIR ${directory}`
          : `DATA_DIR ${directory}, ${megabytes(free)} free`,
      );
}

interface Backups {
  dataDirectory: string;
  /** BACKUP_DIR. */
  directory: string | undefined;
  /** BACKUP_HOURS. */
  hours: number;
}

/** Whether there is a backup to go back to. */
export async function examineBackups(
  { dataDirectory, directory, hours }: Backups,
  now: Date,
): Promise<Finding[]> {
  if (directory === undefined)
    return [
      warning(
        "No backups are scheduled: set BACKUP_DIR, or start `npm run backup` from your own timer.",
      ),
    ];
  const newest = await newestBackup(directory);
  if (!newest)
    return [
      warning(
        `There is no backup in ${directory} yet: a running site takes the first a minute after its start.`,
      ),
    ];
  const age = Math.floor((now.getTime() - Date.parse(newest.manifest.takenAt)) / hour);
  const findings: Finding[] = [];
  if (age > 2 * hours + 1)
    findings.push(
      problem(
        `The newest backup is ${age} hours old, and one is due every ${hours}: the site's log says why ("The backup could not be taken").`,
      ),
    );
  else findings.push(ok(`The newest backup is ${age} hours old`));
  const [data, backups] = await Promise.all(
    [dataDirectory, directory].map((path) => stat(path).catch(() => null)),
  );
  if (data && backups && data.dev === backups.dev)
    findings.push(
      warning(
        `${directory} is on the disk of DATA_DIR, and would be lost with it: copy the backups elsewhere, or choose another disk.`,
      ),
    );
  return findings;
}
