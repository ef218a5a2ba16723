import { expect, inject, test } from "vitest";
import { missing } from "./support/postgres-server";
import { openTestDatabase } from "./support/test-database";

test("table rules, ledger and administration are also tested on a real PostgreSQL server", async ({
  skip,
}) => {
  skip(inject("postgresServer") === undefined, missing);
  const { database, concurrent, close } = await openTestDatabase();
  expect(concurrent).toBe(true);
  const [server] = await database.query<{ version: string }>("select version()");
  expect(server?.version).toMatch(/^PostgreSQL \d+/);
  await close();
});
