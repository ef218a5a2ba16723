import { join } from "node:path";
import type { DiskSpace } from "@platen/kit";
import { openDatabase, serveSocket, socketPath } from "@platen/postgres";
import type { Database } from "@platen/postgres/database";
import { databaseServer, type LauncherEnvironment } from "../config/environment";
import { copyDatabase } from "./copy-database";
import { openDatabaseOnServer } from "./database-server";
import type { Secrets } from "./secrets";

/** The database of the embedded services, wherever it is. */
export interface BackendDatabase {
  database: Database;
  /**
   * Resolves when it can be used no more: end the process with this sentence, and start another,
   * which finds all that was committed.
   */
  failed: Promise<Error>;
  /**
   * Lets the site's processes in, once all tables are there.
   *
   * @returns the URL at which they log in
   */
  openToSite: () => Promise<string>;
  /** Copies it into a directory that does not exist yet; throws a sentence. */
  copyTo: (target: string) => Promise<void>;
  close: () => Promise<void>;
}

interface Parts {
  environment: LauncherEnvironment;
  secrets: Secrets;
  space: DiskSpace;
}

/** Why there is no copy of it. */
export const onServer =
  "The database is on a server: back it up there with pg_dump, and DATA_DIR as files (docs/operations.md).";

/** Opens the embedded Postgres, or the database on a server that DATABASE_URL names. */
export function openBackendDatabase(parts: Parts): Promise<BackendDatabase> {
  const server = databaseServer(parts.environment);
  return server === undefined ? openEmbedded(parts) : openOnServer(server, parts);
}

async function openOnServer(databaseUrl: string, { secrets }: Parts): Promise<BackendDatabase> {
  const opened = await openDatabaseOnServer(databaseUrl, secrets.databasePassword);
  const { database, siteUrl, lost } = opened;
  return {
    ...{ database, failed: lost },
    openToSite: () => Promise.resolve(siteUrl),
    copyTo: () => Promise.reject(new Error(onServer)),
    close: () => database.close(),
  };
}

async function openEmbedded({ environment, secrets, space }: Parts): Promise<BackendDatabase> {
  const cluster = join(environment.DATA_DIR, "postgres");
  const database = await openDatabase(cluster, space);
  let socket: Awaited<ReturnType<typeof serveSocket>> | undefined;
  return {
    ...{ database, failed: database.failed },
    async openToSite() {
      const path = await socketPath(environment.DATA_DIR);
      socket = await serveSocket(database, { path, password: secrets.databasePassword });
      return socket.url;
    },
    copyTo: (target) => copyDatabase(database, cluster, target),
    async close() {
      await socket?.close();
      await database.close();
    },
  };
}
