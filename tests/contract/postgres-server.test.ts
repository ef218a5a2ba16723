import { expect, inject, test } from "vitest";
import { missing } from "./postgres-server";
import { openTestDatabase } from "./test-database";

test("the rules of the tables, the ledger and the administration are tried on a real PostgreSQL as well", async ({
  skip,
}) => {
  skip(inject("postgresServer") === undefined, missing);
  const { database, concurrent, close } = await openTestDatabase();
  expect(concurrent).toBe(true);
  const [server] = await database.query<{ version: string }>("select version()");
  expect(server?.version).toMatch(/^PostgreSQL \d+/);
  await close();
});
