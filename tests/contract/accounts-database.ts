import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { appMigrations } from "../../server/migrations";
import { connectDatabase } from "../../server/postgres-database";
import { startTestService } from "../../services/auth/test-service";
import { serveLake } from "../../services/content-lake/testing/serve";
import type { Database } from "../../services/postgres/database";
import { migrate } from "../../services/postgres/migrations";
import { openMemoryDatabase } from "../../services/postgres/testing/memory";
import { roles } from "../../services/postgres/roles";
import { serveSocket } from "../../services/postgres/socket";
import { seed } from "../../app/content/testing/seed";

/** The tables of the accounts in a database of their own, and the app's code over it. */
export interface Accounts {
  /** With all rights, past the app: to arrange and to look. */
  database: Database;
  /** Makes an account as the auth service does, by its row; returns its id. */
  newAccount(role?: "Admin" | "Editor" | "User"): Promise<string>;
  close(): Promise<void>;
}

/**
 * Opens the accounts in an embedded Postgres; or, with `ACCOUNTS_DATABASE_URL` (a superuser's address), in a new database
 * of that server. Import the app's modules after it, dynamically: they read their surroundings when they load.
 */
export async function openAccounts(): Promise<Accounts> {
  const { database, url, drop } = await (process.env.ACCOUNTS_DATABASE_URL
    ? onServer(process.env.ACCOUNTS_DATABASE_URL)
    : embedded());
  const auth = await startTestService({ database: { ...database, close: async () => {} } });
  await migrate(database, { name: "app", files: appMigrations });
  const lake = await serveLake();
  const plans = seed.filter(({ _type }) => _type === "plan" || _type === "siteSettings");
  const writing = lake.client().transaction();
  for (const { _id, _type, ...fields } of plans) {
    writing.createOrReplace({ _id: String(_id), _type: String(_type), ...fields });
  }
  await writing.commit();
  Object.assign(process.env, {
    SITE_URL: "http://localhost:3000",
    SANITY_PROJECT_ID: "local",
    SANITY_DATASET: "production",
    SANITY_API_HOST: lake.url,
    SANITY_API_TOKEN: "read-token",
    SUPABASE_URL: auth.url,
    SUPABASE_PUBLISHABLE_KEY: "sb_publishable_for_tests",
    SUPABASE_SECRET_KEY: "sb_secret_for_tests",
    DATABASE_URL: url,
  });
  return {
    database,
    async newAccount(role = "User") {
      const id = randomUUID();
      await database.query(
        "insert into auth.users (id, email, created_at) values ($1, $2, now())",
        [id, `${id}@mail.example`],
      );
      await database.query("update public.profiles set role = $2 where id = $1", [id, role]);
      return id;
    },
    async close() {
      const { closeDatabase } = await import("~/account/database.server");
      await closeDatabase();
      await auth.close();
      await lake.close();
      await drop();
    },
  };
}

async function embedded() {
  const directory = await mkdtemp(join(tmpdir(), "accounts-"));
  const database = await openMemoryDatabase();
  const socket = await serveSocket(database, {
    path: join(directory, ".s.PGSQL.5432"),
    password: "for tests",
  });
  return {
    database,
    url: socket.url,
    async drop() {
      await socket.close();
      await database.close();
      await rm(directory, { recursive: true });
    },
  };
}

async function onServer(address: string) {
  const server = connectDatabase(address);
  const name = `accounts_${randomBytes(6).toString("hex")}`;
  await server.execute(`create database ${name}`);
  const own = new URL(address);
  own.pathname = `/${name}`;
  const database = connectDatabase(own.href);
  await database.execute(
    roles.replace(/revoke temporary on database postgres/, `revoke temporary on database ${name}`),
  );
  await database.execute("alter role app password 'for tests'");
  const app = new URL(own);
  app.username = "app";
  app.password = "for tests";
  return {
    database,
    url: app.href,
    async drop() {
      await database.close();
      await server.execute(`drop database ${name} with (force)`);
      await server.close();
    },
  };
}
