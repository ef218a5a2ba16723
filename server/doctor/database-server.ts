import type { Finding } from "@domain/administration/health";
import { missingRequirements } from "../backend/database-requirements";
import { connectDatabase } from "../backend/postgres-database";
import { ok, problem, warning } from "./finding";

/** Fewer, and a second program on the server leaves none for the site. */
const minFreeConnections = 20;

interface Facts {
  version: string;
  encrypted: boolean;
  free: number;
  used: string;
}

/** Whether the PostgreSQL server of DATABASE_URL can be used, and what it has in reserve. */
export async function examineDatabaseServer(databaseUrl: string): Promise<Finding[]> {
  const database = connectDatabase(databaseUrl);
  try {
    const missing = await missingRequirements(database);
    if (missing.length > 0) return missing.map((sentence) => problem(sentence));
    const [facts] = await database.query<Facts>(
      `select current_setting('server_version') as version,
         coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as encrypted,
         current_setting('max_connections')::int - count(*)::int as free,
         pg_size_pretty(pg_database_size(current_database())) as used
       from pg_stat_activity where backend_type = 'client backend'`,
    );
    if (!facts) return [];
    const { version, encrypted, free, used } = facts;
    const how = encrypted ? "encrypted" : "not encrypted";
    return [
      ok(`PostgreSQL ${version} of DATABASE_URL has what the site needs (${how}, ${used})`),
      free < minFreeConnections
        ? warning(
            `The database server has ${free} connections left: raise max_connections, or end other programs' connections.`,
          )
        : ok(`${free} connections are free`),
    ];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [problem(`The database of DATABASE_URL cannot be used: ${reason}`)];
  } finally {
    await database.close();
  }
}
