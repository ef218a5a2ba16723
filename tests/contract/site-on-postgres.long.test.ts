import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { databaseRoles } from "../../server/commands/database-roles";
import { openBackendLake } from "../e2e/support/backend-lake";
import { processesOf } from "../e2e/support/processes";
import { connectDatabase } from "../../server/backend/postgres-database";
import { type RunningSite, spawnSite, startSite } from "../e2e/support/start-site";
import { missing } from "./support/postgres-server";
import { type OwnPostgres, startOwnPostgres } from "./support/own-postgres";

/* The built site, as `npm start` runs it with DATABASE_URL alone. */

const server = await startOwnPostgres();

describe.skipIf(!server)(server ? "a site on a PostgreSQL server" : missing, () => {
  if (server) describeSite(server);
});

function describeSite(postgres: OwnPostgres) {
  const environment = { DATABASE_URL: postgres.url("site", "owner", "of-the-owner") };
  let directory: string;
  let dataDirectory: string;
  let site: RunningSite;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "site-on-postgres-"));
    dataDirectory = join(directory, "data");
    await mkdir(dataDirectory);
    const roles = join(directory, "roles.sql");
    await writeFile(roles, await databaseRoles(environment.DATABASE_URL, dataDirectory));
    await postgres.apply(roles);
    site = await startSite({ dataDirectory, environment });
  }, 240_000);
  afterAll(async () => {
    await site.stop();
    await postgres.stop();
    await rm(directory, { recursive: true });
  });

  const command = (...parameters: string[]) =>
    promisify(execFile)("node", ["server/commands/run.js", ...parameters], {
      env: { ...process.env, ...environment, DATA_DIR: dataDirectory },
    }).then(
      ({ stdout }) => stdout,
      (error: unknown) => String(error),
    );

  const isReady = async () => (await fetch(`${site.url}/readyz`).catch(() => null))?.status === 200;

  test("pages, the set-up link and the commands work as with the embedded database", async () => {
    expect(site.output()).toContain("database on a server");
    expect(site.setupLink).not.toBeNull();
    expect((await fetch(`${site.url}/`)).status).toBe(200);
    expect(await command("admin", "service-key", "create", "gateway")).toMatch(/^svc_/);
    expect(await command("admin", "service-key", "list")).toContain("gateway");
  });

  test("its owner has no table in reach of visitors without row-level security", async () => {
    const owner = connectDatabase(environment.DATABASE_URL);
    const open = await owner.query(
      `select relname from pg_class join pg_namespace on pg_namespace.oid = relnamespace
       where nspname = 'public' and relkind = 'r' and not relrowsecurity`,
    );
    await owner.close();
    expect(open).toEqual([]);
  });

  test("a second site on the same database is refused with a sentence", async () => {
    const second = join(directory, "second");
    const { output, exited } = spawnSite({ dataDirectory: second, port: 0, environment });
    expect(await exited).toBe(1);
    expect(output()).toMatch(/Another site uses the database of DATABASE_URL: site backend on/);
    expect(await isReady()).toBe(true);
  }, 60_000);

  test("a backup of files alone is refused, because half a site is in the database", async () => {
    expect(await command("backup", join(directory, "backups"))).toMatch(/pg_dump/);
  });

  test("no acknowledged write is lost when backend and server are killed, and both recover", async () => {
    const acknowledged: string[] = [];
    let isWriting = true;
    const writing = (async () => {
      for (let n = 0; isWriting; n += 1) {
        // A restarted backend may listen elsewhere.
        const lake = await openBackendLake(dataDirectory).catch(() => null);
        const id = `note-${n}`;
        const made = await lake?.createOrReplace({ _id: id, _type: "note" }).catch(() => null);
        if (made) acknowledged.push(id);
        else await new Promise((next) => setTimeout(next, 100));
      }
    })();
    const enough = (count: number) =>
      expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(count);
    await enough(20);
    for (const kill of [killBackend, () => postgres.restart(), killBackend]) {
      await kill();
      await enough(acknowledged.length + 20);
    }
    isWriting = false;
    await writing;
    await expect.poll(isReady, { timeout: 30_000 }).toBe(true);
    const lake = await openBackendLake(dataDirectory);
    const stored = new Set(await lake.fetch<string[]>("*[_type == 'note']._id"));
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    expect((await fetch(`${site.url}/blog`)).status).toBe(200);
  }, 240_000);

  async function killBackend() {
    const [backend = 0] = processesOf(site.launcher.pid);
    process.kill(backend, "SIGKILL");
    await expect.poll(() => processesOf(site.launcher.pid).includes(backend)).toBe(false);
  }
}
