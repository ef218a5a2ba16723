import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { DiskSpace } from "@platen/kit";
import { postgresVersion } from "../cluster";
import { migrate, type Migrations } from "../migrations";
import { openInMemory } from "../open";
import type { EmbeddedDatabase } from "../embedded-database";

/** Cached databases. They are deleted together with the PGlite installation that made them. */
const cache = join("node_modules", ".cache");

interface Contents {
  /** The free disk space that it simulates; endless by default. */
  space?: DiskSpace;
  /** Migrations that have been applied; none by default. */
  migrations?: readonly Migrations[];
}

/**
 * Opens an embedded Postgres in memory. It starts from a copy of one that was made once, because
 * initdb takes three seconds of a processor, the migrations half a second, and nearly every test
 * file needs a database.
 */
export async function openMemoryDatabase({
  space,
  migrations = [],
}: Contents = {}): Promise<EmbeddedDatabase> {
  const { database } = await openInMemory(new Blob([await archiveOf(migrations)]), space);
  return database;
}

async function archiveOf(migrations: readonly Migrations[]): Promise<Uint8Array<ArrayBuffer>> {
  const hash = createHash("sha256").update(JSON.stringify(migrations)).digest("hex");
  const file = join(cache, `postgres-${postgresVersion}-${hash.slice(0, 16)}.tar`);
  try {
    return new Uint8Array(await readFile(file));
  } catch {
    return makeArchive(file, migrations);
  }
}

async function makeArchive(file: string, migrations: readonly Migrations[]) {
  const { database, archive } = await openInMemory();
  for (const set of migrations) await migrate(database, set);
  await removeTemplates(database);
  const contents = new Uint8Array(await (await archive()).arrayBuffer());
  await database.close();
  // Renamed into place: another test file must not read one that is half written.
  const fresh = `${file}.${randomUUID()}`;
  await mkdir(cache, { recursive: true });
  await writeFile(fresh, contents);
  await rename(fresh, file);
  return contents;
}

/** Two thirds of a cluster's files are in databases that no test connects to. */
async function removeTemplates(database: EmbeddedDatabase) {
  for (const template of ["template0", "template1"]) {
    await database.execute(`alter database ${template} is_template false`);
    await database.execute(`drop database ${template}`);
  }
  await database.execute("checkpoint");
}
