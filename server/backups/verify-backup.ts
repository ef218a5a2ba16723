import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "@platen/postgres";
import { filesBelow, hashFile, type Manifest, manifestName, readManifest } from "./manifest";

export interface VerifiedBackup {
  takenAt: string;
  files: number;
  /** Rows of tables that tell a backup from another one. */
  documents: number;
  accounts: number;
}

/**
 * Verifies a backup: each file has the content that the manifest says, and a copy of its database
 * opens and can be read to the last row.
 *
 * @throws a sentence that names what is missing or damaged
 */
export async function verifyBackup(backup: string): Promise<VerifiedBackup> {
  const manifest = await readManifest(backup);
  await requireSameFiles(backup, manifest);
  const rows = await readWholeDatabase(join(backup, "postgres"));
  return {
    takenAt: manifest.takenAt,
    files: manifest.files.length,
    documents: rows.get("lake.documents") ?? 0,
    accounts: rows.get("auth.users") ?? 0,
  };
}

/**
 * Requires that a backup, or a copy of it, has the files of the manifest and no others.
 *
 * @throws a sentence that names the first file that differs
 */
export async function requireSameFiles(directory: string, { files }: Manifest): Promise<void> {
  const found = new Set(await filesBelow(directory));
  found.delete(manifestName);
  for (const { path, sha256 } of files) {
    const file = join(directory, path);
    if (!found.delete(path)) throw new Error(`${file} is missing.`);
    if ((await hashFile(file)).sha256 !== sha256)
      throw new Error(`${file} is not as it was when the backup was taken.`);
  }
  const [other] = found;
  if (other !== undefined) throw new Error(`${join(directory, other)} is not of this backup.`);
}

/** The number of rows by table, counted by reading each of them in a copy of the database. */
async function readWholeDatabase(cluster: string): Promise<Map<string, number>> {
  const directory = await mkdtemp(join(tmpdir(), "backup-"));
  try {
    // Postgres writes when it starts.
    await cp(cluster, join(directory, "postgres"), { recursive: true });
    const database = await openDatabase(join(directory, "postgres"));
    try {
      const tables = await database.query<{ name: string }>(
        `select format('%I.%I', schemaname, tablename) as name from pg_tables
         where schemaname not in ('pg_catalog', 'information_schema')`,
      );
      const rows = new Map<string, number>();
      for (const { name } of tables) {
        const [counted] = await database.query<{ count: number }>(
          `select count(*) as count from ${name} as each where each is distinct from null`,
        );
        rows.set(name, Number(counted?.count ?? 0));
      }
      return rows;
    } finally {
      await database.close();
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
