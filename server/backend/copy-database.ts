import { constants } from "node:fs";
import { cp, rm } from "node:fs/promises";
import type { EmbeddedDatabase } from "@platen/postgres";

/**
 * Copies the files of the running database, as they are between two statements. Statements wait
 * meanwhile.
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
  const options = {
    recursive: true,
    force: false,
    errorOnExist: true,
    preserveTimestamps: true,
    mode: constants.COPYFILE_FICLONE,
  };
  try {
    await database.pause(() => cp(cluster, target, options));
  } catch (error) {
    await rm(target, { recursive: true, force: true });
    throw new Error(`The database could not be copied to ${target} (${String(error)}).`);
  }
}
