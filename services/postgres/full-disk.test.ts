import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DiskSpace, floors, noSpace, withFloor } from "@platen/kit";
import { migrate } from "./migrations";
import type { EmbeddedDatabase } from "./embedded-database";
import { serveSocket, socketPath } from "./socket";
import { openMemoryDatabase } from "./testing/memory";

const disk = { free: Infinity };
const refused = { code: "53100", message: noSpace };
let database: EmbeddedDatabase;
let directory: string;
let served: Awaited<ReturnType<typeof serveSocket>>;
let client: postgres.Sql;

beforeAll(async () => {
  database = await openMemoryDatabase({ space: new DiskSpace("", { read: () => disk.free }) });
  await database.execute("create table public.notes (id int primary key, body text)");
  directory = await mkdtemp(join(tmpdir(), "pg-"));
  const path = await socketPath(directory);
  served = await serveSocket(database, { path, password: "password" });
  client = postgres(served.url, { path, prepare: false, max: 1, onnotice: () => {} });
});

beforeEach(async () => {
  disk.free = Infinity;
  await database.execute("truncate public.notes; insert into public.notes values (1, 'one')");
});

afterAll(async () => {
  await client.end();
  await served.close();
  await database.close();
  await rm(directory, { recursive: true });
});

const insert = () => database.query("insert into public.notes values (2, 'two')");
const count = async () => (await database.query("select id from public.notes")).length;

test("below the floor writes are refused with a message, reads are answered, and writes recover by themselves", async () => {
  disk.free = floors.ordinary - 1;
  await expect(insert()).rejects.toMatchObject(refused);
  await expect(database.execute("create table public.more ()")).rejects.toMatchObject(refused);
  await expect(
    database.transaction(async (tx) => {
      await tx.query("select 1");
      await tx.query("update public.notes set body = ''");
    }),
  ).rejects.toMatchObject(refused);
  expect(await count()).toBe(1);
  disk.free = Infinity;
  await insert();
  expect(await count()).toBe(2);
});

test("session refreshes may use the reserve, until that is used up as well", async () => {
  disk.free = floors.reserve;
  await withFloor("reserve", insert);
  await expect(database.query("delete from public.notes")).rejects.toMatchObject(refused);
  disk.free = floors.reserve - 1;
  await expect(
    withFloor("reserve", () => database.query("delete from public.notes")),
  ).rejects.toMatchObject(refused);
  expect(await count()).toBe(2);
});

test("a start with all migrations applied succeeds below both floors", async () => {
  const migrations = {
    name: "set",
    files: [{ name: "1.sql", sql: "create table public.first ()" }],
  };
  await migrate(database, migrations);
  disk.free = floors.start;
  await migrate(database, migrations);
});

test("a statement larger than the free space is refused before it starts", async () => {
  disk.free = floors.ordinary + 1_000_000;
  const body = "x".repeat(600_000);
  const large = () => database.query("insert into public.notes values (3, $1)", [body]);
  await expect(large()).rejects.toMatchObject(refused);
  await insert();
});

test("a transaction that uses up the space is rolled back", async () => {
  await expect(
    database.transaction(async (tx) => {
      await tx.query("insert into public.notes values (2, 'two')");
      disk.free = floors.reserve - 1;
      await tx.query("insert into public.notes values (3, 'three')");
    }),
  ).rejects.toMatchObject(refused);
  expect(await count()).toBe(1);
});

test("clients of the socket can read, and their writes are refused with the same message", async () => {
  await database.execute("grant all on public.notes to app");
  disk.free = floors.ordinary - 1;
  await expect(client`insert into public.notes values (4, 'four')`).rejects.toMatchObject(refused);
  await expect(
    client.begin((tx) => tx`update public.notes set body = 'changed'`),
  ).rejects.toMatchObject(refused);
  expect(await client`select body from public.notes`).toEqual([{ body: "one" }]);
  await expect(client`select missing from public.notes`).rejects.toMatchObject({ code: "42703" });
  disk.free = Infinity;
  await client`insert into public.notes values (4, 'four')`;
  expect(await count()).toBe(2);
});
