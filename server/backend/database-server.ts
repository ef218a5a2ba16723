import type { Database } from "@platen/postgres/database";
import { DatabaseError } from "@platen/postgres/database";
import { publicGrants } from "@platen/postgres";
import { holdConnection } from "./held-connection";
import { missingRequirements } from "./database-requirements";
import { connectDatabase } from "./postgres-database";

/** A database on a server, as the backend's own. */
export interface DatabaseOnServer {
  database: Database;
  /** Where the site's processes log in, as `app`. */
  siteUrl: string;
  /** See {@link holdConnection}. */
  lost: Promise<DatabaseError>;
}

/**
 * Opens a database on a PostgreSQL server for this backend alone.
 *
 * @param databaseUrl of its owner
 * @param sitePassword of the role `app`
 * @throws an Error with a sentence that says what is wrong and what to do
 */
export async function openDatabaseOnServer(
  databaseUrl: string,
  sitePassword: string,
): Promise<DatabaseOnServer> {
  const { database, lost } = await holdConnection(databaseUrl).catch((error: unknown) => {
    throw explained(error, databaseUrl);
  });
  try {
    const [problem] = await missingRequirements(database);
    if (problem) throw new DatabaseError(problem);
    await database.execute(publicGrants);
    const siteUrl = urlOfSite(databaseUrl, sitePassword);
    await tryLogin(siteUrl);
    return { database, siteUrl, lost };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The URL by which the site logs in, with permissions that each transaction chooses. */
function urlOfSite(databaseUrl: string, password: string): string {
  const url = new URL(databaseUrl);
  url.username = "app";
  url.password = password;
  return url.href;
}

async function tryLogin(siteUrl: string): Promise<void> {
  const site = connectDatabase(siteUrl);
  try {
    await site.query("select 1");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DatabaseError(
      `The role app cannot log in to the database (${reason}): apply what \`npm run admin -- database-roles FILE\` writes, with the same DATA_DIR.`,
    );
  } finally {
    await site.close();
  }
}

/** The driver's error as a sentence: it names neither the server nor what to do. */
function explained(error: unknown, databaseUrl: string): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  const { host, username, pathname } = new URL(databaseUrl);
  const code = String(error.code);
  if (code === "28P01")
    return new Error(`The database server ${host} refuses the password of ${username}.`);
  if (code === "3D000")
    return new Error(
      `The database server ${host} has no database ${decodeURIComponent(pathname.slice(1))}: create it, with what \`npm run admin -- database-roles FILE\` writes.`,
    );
  if (code === "28000")
    return new Error(`The database server ${host} does not let ${username} in: ${error.message}.`);
  if (code === "53300")
    return new Error(`The database server ${host} has no free connection: allow it more.`);
  if (/^(?:E[A-Z]+|CONN.*|57P03)$/.test(code))
    return new Error(
      `The database server ${host} cannot be reached (${code}): check DATABASE_URL and whether it runs.`,
    );
  return error;
}
