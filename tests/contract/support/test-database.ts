import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import type { DiskSpace } from "@platen/kit";
import { roles, serveSocket, socketPath } from "@platen/postgres";
import type { Database } from "@platen/postgres/database";
import { migrate, type Migrations } from "@platen/postgres/migrations";
import { openMemoryDatabase } from "@platen/postgres/testing/memory";
import { connectDatabase } from "../../../server/backend/postgres-database";

/** A database with the roles of a hosted one. */
export interface TestDatabase {
  /** Connected as its owner. */
  database: Database;
  /** Where the site logs in, as `app`. */
  address: string;
  /** Whether several connections work at the same time, as on a real server. */
  concurrent: boolean;
  /**
   * Ends it.
   *
   * @param closeOwner closes `database`, and what works with it
   */
  close(closeOwner?: () => Promise<void>): Promise<void>;
}

const password = "for-tests";

interface Contents {
  /** The free disk space that the embedded one simulates. */
  space?: DiskSpace;
  /** Migrations that have been applied; none by default. */
  migrations?: readonly Migrations[];
}

/**
 * The embedded Postgres in memory; or, in the project "postgres" and where TEST_DATABASE_URL names
 * a real server and a superuser of it, a separate database there, which is dropped at the end.
 */
export function openTestDatabase(contents: Contents = {}): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL ?? inject("postgresServer");
  return server ? onServer(server, contents) : inMemory(contents);
}

async function inMemory(contents: Contents): Promise<TestDatabase> {
  const directory = await mkdtemp(join(tmpdir(), "test-database-"));
  const database = await openMemoryDatabase(contents);
  const path = await socketPath(directory);
  const socket = await serveSocket(database, { path, password });
  return {
    database,
    address: socket.url,
    concurrent: false,
    async close(closeOwner = () => database.close()) {
      await socket.close();
      await closeOwner();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function onServer(server: string, { migrations = [] }: Contents): Promise<TestDatabase> {
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  const keeper = connectDatabase(server);
  await keeper.query(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const database = connectDatabase(url.href);
  // Roles belong to the whole server: two files that create them at once conflict.
  await keeper.transaction(async (turn) => {
    await turn.query("select pg_advisory_xact_lock(1)");
    await database.execute(roles);
    await database.execute(`alter role app password '${password}'`);
  });
  for (const set of migrations) await migrate(database, set);
  url.username = "app";
  url.password = password;
  return {
    database,
    address: url.href,
    concurrent: true,
    async close(closeOwner = () => database.close()) {
      await closeOwner();
      await keeper.query(`drop database ${name} with (force)`);
      await keeper.close();
    },
  };
}
