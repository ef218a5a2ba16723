import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import type { DiskSpace } from "@platen/kit";
import { postgresVersion } from "../cluster";
import { openInMemory } from "../open";
import type { EmbeddedDatabase } from "../session";

const cache = join("node_modules", ".cache");
/** A cached empty database. It is deleted together with the PGlite installation that made it. */
const file = join(cache, `empty-postgres-${postgresVersion}.tar`);

/**
 * Opens an empty embedded Postgres in memory. It starts from a copy of one that initdb made once,
 * because initdb takes three seconds of a processor and nearly every test file needs a database.
 */
export async function openMemoryDatabase(space?: DiskSpace): Promise<EmbeddedDatabase> {
  return openInMemory(new Blob([await emptyDatabase()]), space);
}

async function emptyDatabase(): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await readFile(file));
  } catch {
    return makeEmptyDatabase();
  }
}

async function makeEmptyDatabase(): Promise<Uint8Array<ArrayBuffer>> {
  const pglite = await PGlite.create("memory://");
  const contents = new Uint8Array(await (await pglite.dumpDataDir("none")).arrayBuffer());
  await pglite.close();
  // Renamed into place: another test file must not read one that is half written.
  const fresh = `${file}.${randomUUID()}`;
  await mkdir(cache, { recursive: true });
  await writeFile(fresh, contents);
  await rename(fresh, file);
  return contents;
}
