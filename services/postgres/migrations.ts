import { createHash } from "node:crypto";
import { withFloor } from "@platen/kit";
import { type Database, DatabaseError } from "./database";

export interface MigrationFile {
  name: string;
  sql: string;
}

/** Files, and whose they are: each set has its own history. */
export interface Migrations {
  name: string;
  files: readonly MigrationFile[];
}

/**
 * Applies the files that are not applied yet, in the given order, each in one transaction together
 * with its record. Records are in the schema `private_migrations`, out of reach of `anon` and
 * `authenticated`.
 *
 * @throws {DatabaseError} naming the file: it changed after it was applied, it is unknown to this
 * code (the database is newer), it precedes an applied one, or its SQL fails (then it is rolled
 * back).
 */
export function migrate(database: Database, migrations: Migrations): Promise<void> {
  // Nothing can be read before it: it may use the disk space reserved for a start.
  return withFloor("start", () => applyMissing(database, migrations));
}

async function applyMissing(database: Database, { name: set, files }: Migrations): Promise<void> {
  await database.execute(`
    create schema if not exists private_migrations;
    create table if not exists private_migrations.applied (
      position bigint generated always as identity,
      set text not null,
      name text not null,
      checksum text not null,
      applied_at timestamptz not null default now(),
      primary key (set, name)
    );
  `);
  const applied = await database.query<{ name: string; checksum: string }>(
    "select name, checksum from private_migrations.applied where set = $1 order by position",
    [set],
  );
  for (const [index, { name, checksum }] of applied.entries()) {
    const file = files.find((candidate) => candidate.name === name);
    if (!file) {
      throw new DatabaseError(
        `The database is newer than this release: it has the migration ${set}/${name}, which this release does not know.`,
      );
    }
    if (files[index] !== file) {
      throw new DatabaseError(
        `The migration ${set}/${files[index]?.name} comes before ${name}, which is applied already: give it a later place.`,
      );
    }
    if (checksumOf(file) !== checksum) {
      throw new DatabaseError(
        `The migration ${set}/${name} was changed after it was applied: restore it, and put the change into a new file.`,
      );
    }
  }
  for (const file of files.slice(applied.length)) {
    try {
      await database.transaction(async (transaction) => {
        await transaction.execute(file.sql);
        await transaction.query(
          "insert into private_migrations.applied (set, name, checksum) values ($1, $2, $3)",
          [set, file.name, checksumOf(file)],
        );
      });
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error;
      throw new DatabaseError(`The migration ${set}/${file.name} failed: ${error.message}`, error);
    }
  }
}

/** Without regard to line ends, which git may change on the way to another machine. */
function checksumOf({ sql }: MigrationFile): string {
  return createHash("sha256").update(sql.replaceAll("\r\n", "\n")).digest("hex");
}
