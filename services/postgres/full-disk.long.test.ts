import { join } from "node:path";
import { afterEach, beforeEach, expect, type TestContext, test } from "vitest";
import { endlessSpace, floors, noSpace } from "@platen/kit";
import { mountSmallDisk, type SmallDisk } from "@platen/kit/testing/small-disk";
import { openDatabase } from "./open";
import type { EmbeddedDatabase } from "./embedded-database";

let disk: SmallDisk | null;
let directory: string;
let opened: EmbeddedDatabase | undefined;

beforeEach(async () => {
  disk = await mountSmallDisk(300);
  directory = join(disk?.directory ?? "", "postgres");
});

afterEach(async () => {
  await opened?.close();
  opened = undefined;
  await disk?.remove();
});

function smallDisk({ skip }: TestContext): SmallDisk {
  return disk ?? skip("Only root may mount a small disk.");
}

const open = async (...parameters: Parameters<typeof openDatabase>) =>
  (opened = await openDatabase(...parameters));

test("on a full disk writes are refused and reads work, and both recover once it is emptied", async (context) => {
  const { fillUpTo, empty } = smallDisk(context);
  const database = await open(directory);
  await database.execute("create table t (id int primary key, note text)");
  const insert = (id: number) =>
    database.query("insert into t values ($1, $2)", [id, "x".repeat(100_000)]);
  await insert(1);
  for (const left of [floors.ordinary - 1_000_000, floors.start, 0]) {
    fillUpTo(left);
    await expect(insert(2)).rejects.toThrow(noSpace);
    expect(await database.query("select id from t")).toEqual([{ id: 1 }]);
  }
  empty();
  await insert(2);
  expect(await database.query("select id from t order by id")).toEqual([{ id: 1 }, { id: 2 }]);
});

test("without inodes writes are refused and reads work, a start says so, and all recover with them", async (context) => {
  const { useInodesUpTo, empty } = smallDisk(context);
  let database = await open(directory);
  await database.execute("create table t (id int); insert into t values (1)");
  for (const left of [511, 0]) {
    useInodesUpTo(left);
    await expect(database.query("insert into t values (2)")).rejects.toThrow(noSpace);
    expect(await database.query("select id from t")).toEqual([{ id: 1 }]);
  }
  await database.close();
  await expect(openDatabase(directory)).rejects.toThrow(
    `There are too few free inodes on the disk of ${directory}: delete files.`,
  );
  empty();
  database = await open(directory);
  await database.query("insert into t values (2)");
});

test("it starts below the floors, and says how much is missing where it cannot", async (context) => {
  const { fillUpTo, empty } = smallDisk(context);
  let database = await open(directory);
  await database.execute("create table t (id int)");
  await database.close();
  fillUpTo(floors.start + 1_000_000);
  database = await open(directory);
  expect(await database.query("select id from t")).toEqual([]);
  await expect(database.query("insert into t values (1)")).rejects.toThrow(noSpace);
  await database.close();
  fillUpTo(0);
  await expect(openDatabase(directory)).rejects.toThrow(
    `There is too little space left on the disk of ${directory}: the database needs 32 MB to start. Free some.`,
  );
  empty();
  database = await open(directory);
  await database.query("insert into t values (1)");
});

test("a log that cannot grow stops Postgres at once, even in a transaction, and nothing acknowledged is lost", async (context) => {
  const { fillUpTo, empty } = smallDisk(context);
  // Another program may fill the disk between our check and the write.
  const database = await openDatabase(directory, endlessSpace);
  await database.execute("create table t (id int); insert into t values (1)");
  fillUpTo(0);
  const grow = "select pg_logical_emit_message(true, 'test', repeat('x', 500000))";
  await expect(async () => {
    for (;;) await database.transaction((tx) => tx.query(grow));
  }).rejects.toThrow("Postgres has stopped");
  await expect(database.query("select 1")).rejects.toThrow("Postgres has stopped");
  await expect(database.failed).resolves.toMatchObject({ code: "57P02" });
  empty();
  const again = await open(directory);
  expect(await again.query("select id from t")).toEqual([{ id: 1 }]);
});
