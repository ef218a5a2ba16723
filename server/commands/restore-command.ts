import { resolve } from "node:path";
import { restoreBackup } from "../backups/restore-backup";
import { readEnvironment } from "../config/environment";
import { namedByUser } from "./named-by-user";

export const usage = `Usage: npm run restore -- BACKUP

Makes the data directory (DATA_DIR, which must be missing or empty) out of a backup of npm run backup.`;

/**
 * `npm run restore`.
 *
 * @returns the exit code
 * @throws a sentence when it cannot be done
 */
export async function restoreCommand(parameters: string[]): Promise<number> {
  const [backup, ...more] = parameters;
  if (!backup || backup.startsWith("-") || more.length > 0) {
    console.error(usage);
    return 2;
  }
  const dataDirectory = resolve(readEnvironment(process.env).DATA_DIR);
  const takenAt = await restoreBackup(namedByUser(backup), dataDirectory);
  console.log(
    `${dataDirectory} has the backup of ${takenAt}: npm start with this DATA_DIR serves it.`,
  );
  return 0;
}
