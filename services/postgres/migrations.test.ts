import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { migrate } from "./migrations";
import { openMemoryDatabase } from "./testing/memory";
import type { EmbeddedDatabase } from "./embedded-database";

let database: EmbeddedDatabase;
const first = {
  name: "0001_cats.sql",
  sql: "create table cats (name text);\ninsert into cats values ('Tom');",
};
const second = { name: "0002_dogs.sql", sql: "create table dogs (name text)" };
const third = { name: "0003_tails.sql", sql: "alter table dogs add tail int; select nothing" };

beforeAll(async () => {
  database = await openMemoryDatabase();
});

beforeEach(async () => {
  await database.execute(
    "drop schema if exists private_migrations cascade; drop table if exists cats, dogs",
  );
  await migrate(database, { name: "pets", files: [first, second] });
});

afterAll(() => database.close());

test("each file is applied once, and line endings do not count", async () => {
  const rewritten = { ...first, sql: first.sql.replaceAll("\n", "\r\n") };
  await migrate(database, { name: "pets", files: [rewritten, second] });
  expect(await database.query("select * from cats")).toEqual([{ name: "Tom" }]);
});

test("two sets of files have their own histories", async () => {
  await migrate(database, { name: "others", files: [{ name: first.name, sql: "select 1" }] });
  expect(
    await database.query("select set, name from private_migrations.applied order by 1, 2"),
  ).toEqual([
    { set: "others", name: first.name },
    { set: "pets", name: first.name },
    { set: "pets", name: second.name },
  ]);
});

test("a failing file is named and leaves nothing behind", async () => {
  await expect(migrate(database, { name: "pets", files: [first, second, third] })).rejects.toThrow(
    'The migration pets/0003_tails.sql failed: column "nothing" does not exist',
  );
  expect(await database.query("select * from dogs")).toEqual([]);
  await expect(database.query("select tail from dogs")).rejects.toMatchObject({ code: "42703" });
  await migrate(database, { name: "pets", files: [first, second, { ...third, sql: "select 1" }] });
});

test("a file that commits is refused", async () => {
  const sql = "create table rabbits (a int); commit; create table hares (a int)";
  await expect(
    migrate(database, { name: "pets", files: [first, second, { name: "0003.sql", sql }] }),
  ).rejects.toThrow("0003.sql failed: A statement ended the transaction");
});

test("a changed file is named", async () => {
  const changed = { ...first, sql: "create table cats (name text, age int)" };
  await expect(migrate(database, { name: "pets", files: [changed, second] })).rejects.toThrow(
    "pets/0001_cats.sql was changed",
  );
});

test("a database that is newer than the code is reported", async () => {
  await expect(migrate(database, { name: "pets", files: [first] })).rejects.toThrow(
    "newer than this release: it has the migration pets/0002_dogs.sql",
  );
});

test("a file inserted before an applied one is named", async () => {
  const between = { name: "0001b_birds.sql", sql: "select 1" };
  await expect(
    migrate(database, { name: "pets", files: [first, between, second] }),
  ).rejects.toThrow("pets/0001b_birds.sql comes before 0002_dogs.sql");
});

test("visitors cannot access the table of migrations", async () => {
  for (const role of ["anon", "authenticated", "service_role", "app"]) {
    const look = database.transaction(async (transaction) => {
      await transaction.execute(`set local role ${role}`);
      await transaction.query("select * from private_migrations.applied");
    });
    await expect(look).rejects.toMatchObject({ code: "42501" });
  }
});
