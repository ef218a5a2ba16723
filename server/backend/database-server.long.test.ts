import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "@platen/postgres/database";
import { missing } from "../../tests/contract/support/postgres-server";
import { type OwnPostgres, startOwnPostgres } from "../../tests/contract/support/own-postgres";
import { databaseRoles } from "../commands/database-roles";
import { openDatabaseOnServer } from "./database-server";
import { connectDatabase } from "./postgres-database";
import { readSecrets } from "./secrets";

const server = await startOwnPostgres();

describe.skipIf(!server)(server ? "a database on a PostgreSQL server" : missing, () => {
  if (server) describeServer(server);
});

function describeServer(postgres: OwnPostgres) {
  const ownerPassword = "own'er";
  const ownerUrl = postgres.url("site", "owner", ownerPassword);
  let directory: string;
  let sitePassword: string;
  let administrator: Database;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "database-server-"));
    ({ databasePassword: sitePassword } = await readSecrets(directory));
    administrator = connectDatabase(postgres.url("postgres"));
  });
  afterAll(async () => {
    await administrator.close();
    await postgres.stop();
    await rm(directory, { recursive: true });
  });

  const refusal = (databaseUrl: string, password = sitePassword) =>
    openDatabaseOnServer(databaseUrl, password).then(
      async ({ database }) => {
        await database.close();
        return "opened";
      },
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );

  async function applyRoles() {
    const file = join(directory, "roles.sql");
    await writeFile(file, await databaseRoles(ownerUrl, directory));
    await postgres.apply(file);
  }

  test("a server that nobody has prepared is explained step by step", async () => {
    await administrator.execute("create role owner login password 'own''er'");
    expect(await refusal(ownerUrl)).toMatch(/has no database site: create it/);
    await administrator.execute("create database site owner owner template template0");
    expect(await refusal(ownerUrl)).toMatch(
      /has no role anon, authenticated, service_role, app: apply what/,
    );
    await applyRoles();
    expect(await refusal(ownerUrl)).toBe("opened");
  });

  test("the prepared roles may be applied again, and are the least that a site needs", async () => {
    await applyRoles();
    const roles = await administrator.query(
      `select rolname as name, rolsuper or rolcreaterole or rolcreatedb or rolreplication as more,
         rolcanlogin as login, rolinherit as inherits, rolbypassrls as passes from pg_roles
       where rolname in ('anon', 'authenticated', 'service_role', 'app', 'owner') order by 1`,
    );
    expect(roles).toEqual([
      { name: "anon", more: false, login: false, inherits: false, passes: false },
      { name: "app", more: false, login: true, inherits: false, passes: false },
      { name: "authenticated", more: false, login: false, inherits: false, passes: false },
      { name: "owner", more: false, login: true, inherits: true, passes: false },
      { name: "service_role", more: false, login: false, inherits: false, passes: true },
    ]);
  });

  test("a role named app of another program is left alone", async () => {
    await administrator.execute("comment on role app is 'Another program'");
    await expect(applyRoles()).rejects.toThrow(/a role "app" on this server that is not a site's/);
    await administrator.execute("comment on role app is 'The site''s login'");
  });

  test.each([
    [
      "a wrong password",
      () => postgres.url("site", "owner", "wrong"),
      /refuses the password of owner/,
    ],
    [
      "a server that is not there",
      () => "postgres://owner:x@127.0.0.1:1/site",
      /127\.0\.0\.1:1 cannot be reached \(ECONNREFUSED\)/,
    ],
    [
      "a host name that does not exist",
      () => "postgres://owner:x@database.invalid/site?sslmode=disable",
      /database\.invalid cannot be reached \(E[A-Z_]+\)/,
    ],
  ])("%s is said in a sentence", async (_, url, sentence) => {
    expect(await refusal(url())).toMatch(sentence);
  });

  test("a login of the site that the server refuses is said before visitors come", async () => {
    expect(await refusal(ownerUrl, "another password")).toMatch(
      /The role app cannot log in .* with the same DATA_DIR/,
    );
  });

  test("another encoding, and an owner of nothing, are refused", async () => {
    await administrator.execute(
      "create database latin owner owner encoding 'LATIN1' locale 'C' template template0",
    );
    expect(await refusal(postgres.url("latin", "owner", ownerPassword))).toMatch(/encoding UTF8/);
    await administrator.execute("create database foreign_one template template0");
    expect(await refusal(postgres.url("foreign_one", "owner", ownerPassword))).toMatch(
      /must own the database foreign_one/,
    );
  });

  test("a role that lost a membership is named", async () => {
    await administrator.execute("revoke service_role from app");
    expect(await refusal(ownerUrl)).toMatch(/app may not act as service_role/);
    await administrator.execute("alter role service_role nobypassrls");
    expect(await refusal(ownerUrl)).toMatch(/does not bypass row-level security/);
    await applyRoles();
    expect(await refusal(ownerUrl)).toBe("opened");
  });

  test(
    "a second backend is refused, and told who is there; later it may",
    { timeout: 60_000 },
    async () => {
      const first = await openDatabaseOnServer(ownerUrl, sitePassword);
      expect(await refusal(ownerUrl)).toMatch(
        new RegExp(`Another site uses the database .* process ${process.pid}`),
      );
      await first.database.close();
      expect(await refusal(ownerUrl)).toBe("opened");
    },
  );

  test("a backend that loses the connection writes nothing more, and another takes over", async () => {
    const first = await openDatabaseOnServer(ownerUrl, sitePassword);
    await first.database.execute("create table written (by text)");
    const [{ pid } = { pid: 0 }] = await first.database.query<{ pid: number }>(
      "select pg_backend_pid() as pid",
    );
    await administrator.query("select pg_terminate_backend($1)", [pid]);
    expect((await first.lost).message).toBe("The connection to the database was lost.");
    await expect(
      first.database.query("insert into written values ('the first, later')"),
    ).rejects.toThrow("The connection to the database was lost.");

    const second = await openDatabaseOnServer(ownerUrl, sitePassword);
    await second.database.query("insert into written values ('the second')");
    expect(await second.database.query("select by from written")).toEqual([{ by: "the second" }]);
    await second.database.close();
  });
}
