import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { copyDatabaseOf } from "../backend/command-api";
import { connectToBackend } from "../backend/connection-file";
import { takeBackup } from "../backups/take-backup";
import { verifyBackup } from "../backups/verify-backup";
import { onServer } from "../backend/open-database";
import { databaseServer, embeddedServices, readEnvironment } from "../config/environment";
import { namedByUser } from "./named-by-user";

export const usage = `Usage: npm run backup -- DIRECTORY [--keep N]
       npm run backup -- verify BACKUP

The first takes a backup of DATA_DIR into a new directory inside DIRECTORY, while the site runs or not. With --keep
only the N newest stay there. The second verifies one: its files, and that its database can be read.
npm run restore -- BACKUP makes a data directory out of one.`;

/**
 * `npm run backup`.
 *
 * @returns the exit code
 * @throws a sentence when the backup cannot be taken, or is damaged
 */
export async function backupCommand(parameters: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: parameters,
    allowPositionals: true,
    options: { keep: { type: "string" } },
  });
  const [first, second, ...more] = positionals;
  const keep = values.keep === undefined ? undefined : Number(values.keep);
  const isCount = keep === undefined || (Number.isInteger(keep) && keep > 0);
  if (first === "verify" && second && more.length === 0 && keep === undefined) {
    return verify(namedByUser(second));
  }
  if (!first || first === "verify" || second || !isCount) {
    console.error(usage);
    return 2;
  }
  await take(namedByUser(first), keep);
  return 0;
}

async function take(directory: string, keep: number | undefined): Promise<void> {
  const environment = readEnvironment(process.env);
  const { lake, auth } = embeddedServices(environment);
  if (!lake && !auth) throw new Error("Content and accounts are hosted: back them up there.");
  if (databaseServer(environment)) throw new Error(onServer);
  const dataDirectory = resolve(environment.DATA_DIR);
  if (!existsSync(join(dataDirectory, "postgres")))
    throw new Error(`${dataDirectory} is not the data directory of a site: set DATA_DIR.`);
  const { variables, release } = await connectToBackend(dataDirectory);
  try {
    const copyDatabase = copyDatabaseOf(variables);
    const taken = await takeBackup({ dataDirectory, directory, copyDatabase, keep });
    const [all, fresh] = [megabytes(taken.bytes), megabytes(taken.newBytes)];
    console.log(`${taken.path}: ${taken.files} files, ${all} MB, of which ${fresh} MB are new.`);
    if (!auth) console.log("The accounts are hosted and are not in it: back them up there.");
    if (!lake) console.log("The content is hosted and is not in it: back it up there.");
    if (taken.deleted.length > 0) console.log(`Deleted: ${taken.deleted.join(", ")}.`);
    console.log("Keep it safe: it has the keys and the password hashes of the site.");
  } finally {
    await release();
  }
}

async function verify(backup: string): Promise<number> {
  const { takenAt, files, documents, accounts } = await verifyBackup(backup);
  const counted = accounts === 1 ? "1 account" : `${accounts} accounts`;
  console.log(
    `The backup of ${takenAt} is whole: ${files} files, ${documents} documents, ${counted}.`,
  );
  return 0;
}

const megabytes = (bytes: number) => (bytes / 1024 ** 2).toFixed(1);
