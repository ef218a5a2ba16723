import { PGlite, types } from "@electric-sql/pglite";
import { roles } from "./roles";
import { type EmbeddedDatabase, shareSession } from "./session";

export async function openDatabase(directory: string): Promise<EmbeddedDatabase> {
  const pglite = await PGlite.create(directory, {
    // A timestamp without zone is written as UTC; read as local time it would shift on a machine elsewhere.
    parsers: {
      [types.DATE]: (text) => text,
      [types.TIMESTAMP]: (text) => new Date(`${text}Z`),
    },
  });
  const database = shareSession(pglite);
  await database.execute(roles);
  return database;
}
