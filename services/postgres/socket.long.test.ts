import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { sql as raw } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { eventually } from "@platen/kit/testing/eventually";
import { openMemoryDatabase } from "./testing/memory";
import { openRawClient } from "./testing/raw-client";
import type { EmbeddedDatabase } from "./embedded-database";
import { serveSocket, socketPath } from "./socket";
import * as wire from "./wire";

const password = "päss/word?";
let directory: string;
let database: EmbeddedDatabase;
let served: Awaited<ReturnType<typeof serveSocket>>;
let path: string;
const clients: postgres.Sql[] = [];

function client(options: postgres.Options<Record<string, never>> = {}): postgres.Sql {
  const sql = postgres(served.url, {
    path,
    prepare: false,
    max: 1,
    onnotice: () => {},
    ...options,
  });
  clients.push(sql);
  return sql;
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "pg-"));
  database = await openMemoryDatabase();
  path = await socketPath(directory);
  served = await serveSocket(database, { path, password });
  await database.execute(`
    create table public.notes (id int generated always as identity, owner text not null, body text, extra jsonb);
    alter table public.notes enable row level security;
    revoke all on public.notes from anon;
    create policy own on public.notes to authenticated
      using (owner = current_setting('request.jwt.claims', true)::json ->> 'sub');
  `);
});

beforeEach(() => database.execute("truncate public.notes"));

afterAll(async () => {
  await Promise.all(clients.map((sql) => sql.end({ timeout: 1 })));
  await served.close();
  await database.close();
  await rm(directory, { recursive: true });
});

const asUser = (user: string) =>
  raw`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${JSON.stringify({ sub: user })}, true)`;

describe("the permissions of a connection", () => {
  test("do not include any table without a role", async () => {
    const sql = client();
    expect(await sql`select current_user, session_user`).toEqual([
      { current_user: "app", session_user: "app" },
    ]);
    await expect(sql`select * from public.notes`).rejects.toMatchObject({ code: "42501" });
    await expect(sql`set role postgres`.simple()).rejects.toMatchObject({ code: "42501" });
    await expect(sql`create temporary table t (a int)`).rejects.toMatchObject({ code: "42501" });
  });

  test("do not include becoming the superuser", async () => {
    const sql = client();
    await expect(sql.unsafe("set session authorization postgres")).rejects.toMatchObject({
      code: "42501",
    });
    await expect(
      sql`select set_config('session_authorization', 'postgres', false)`,
    ).rejects.toMatchObject({ code: "42501" });
    await expect(sql.unsafe("reset session authorization")).rejects.toMatchObject({
      code: "42501",
    });
    expect(await sql`select current_user`).toEqual([{ current_user: "app" }]);
  });

  test("are refused with a wrong password or another user", async () => {
    const wrong = client({ password: "wrong" });
    await expect(wrong`select 1`).rejects.toMatchObject({ code: "28P01" });
    const other = client({ username: "postgres" });
    await expect(other`select 1`).rejects.toMatchObject({ code: "28P01" });
  });

  test("do not leak settings, roles and statements from one batch to the next", async () => {
    const first = client();
    await first.unsafe(
      "set role anon; set request.jwt.claims = '{}'; set search_path = pg_catalog; prepare p as select 1",
    );
    const [row] = await client()`
      select current_user, current_setting('request.jwt.claims', true) as claims,
        current_setting('search_path') as path, (select count(*)::int from pg_prepared_statements) as prepared`;
    expect(row).toEqual({ current_user: "app", claims: "", path: "public", prepared: 0 });
    expect(await database.query("select current_user, session_user")).toEqual([
      { current_user: "postgres", session_user: "postgres" },
    ]);
  });
});

describe("transactions over the socket", () => {
  test("500 of them over 20 connections stay isolated, beside statements in the process", async () => {
    const sql = client({ max: 20 });
    const db = drizzle(sql);
    const users = Array.from({ length: 500 }, (_, index) => `user-${index}`);
    const inProcess = users.slice(0, 100).map((user) =>
      database.transaction(async (transaction) => {
        await transaction.query("insert into public.notes (owner, body) values ($1, 'inside')", [
          user,
        ]);
        await transaction.query("select current_user");
        const rows = await transaction.query<{ current_user: string }>("select current_user");
        return rows[0]?.current_user;
      }),
    );
    const seen = await Promise.all(
      users.map((user) =>
        db.transaction(async (transaction) => {
          await transaction.execute(asUser(user));
          await transaction.execute(
            raw`insert into public.notes (owner, body) values (${user}, 'over the socket')`,
          );
          return transaction.execute(raw`select distinct owner, current_user from public.notes`);
        }),
      ),
    );
    for (const [index, rows] of seen.entries()) {
      expect([...rows]).toEqual([{ owner: users[index], current_user: "authenticated" }]);
    }
    expect(new Set(await Promise.all(inProcess))).toEqual(new Set(["postgres"]));
    expect(await database.query("select count(*) from public.notes")).toEqual([{ count: 600 }]);
  });

  test("a failed statement rolls all of it back", async () => {
    const sql = client();
    await expect(
      sql.begin(async (transaction) => {
        await transaction`select set_config('role', 'service_role', true)`;
        await transaction`insert into public.notes (owner) values ('lost')`;
        await transaction`select 1 / 0`;
      }),
    ).rejects.toMatchObject({ code: "22012" });
    expect(await database.query("select * from public.notes")).toEqual([]);
  });

  test("a client that disconnects in the middle is rolled back, and the next one continues", async () => {
    const { socket, answers } = await openRawClient(path, password);
    socket.write(
      wire.message(
        "Q",
        "begin; set local role service_role; insert into public.notes (owner) values ('dropped')",
      ),
    );
    await eventually(() => expect(answers()).toContain("INSERT 0 1"));
    const waiting = database.query("select * from public.notes");
    socket.destroy();
    expect(await waiting).toEqual([]);
  });

  test("a client that disconnects before the Sync of its batch is rolled back", async () => {
    const { socket, answers } = await openRawClient(path, password);
    await database.execute(
      "create table public.drops (a int); grant insert on public.drops to app",
    );
    const statement = "insert into public.drops values (1)";
    socket.write(
      Buffer.concat([
        wire.message("P", "", statement, Buffer.alloc(2)),
        wire.message("B", "", "", Buffer.alloc(6)),
        wire.message("E", "", wire.int32(0)),
        wire.message("H"),
      ]),
    );
    await eventually(() => expect(answers()).toContain("INSERT 0 1"));
    const waiting = database.query("select * from public.drops");
    socket.destroy();
    expect(await waiting).toEqual([]);
  });

  test("a client that leaves a transaction idle is cut off", async () => {
    const { answers } = await openRawClient(path, password, "begin");
    await eventually(() => expect(answers()).toContain("BEGIN"));
    expect(await database.query("select 1 as one")).toEqual([{ one: 1 }]);
    await eventually(() => expect(answers()).toContain("25P03"));
  });
});

describe("an unsupported feature is refused with a message:", () => {
  test("named prepared statements", async () => {
    const sql = client({ prepare: true, fetch_types: false });
    await expect(sql`select ${1}::int`).rejects.toMatchObject({
      code: "0A000",
      message: expect.stringContaining("prepare: false"),
    });
  });

  test("LISTEN and COPY, after which the connection still works", async () => {
    const sql = client();
    await expect(sql.unsafe("listen news")).rejects.toMatchObject({ code: "0A000" });
    for (const copy of [
      "copy public.notes from stdin",
      "/* */ Copy public.notes from/**/\nSTDIN",
    ]) {
      await expect(sql.unsafe(copy)).rejects.toThrow("COPY FROM STDIN is not supported");
      await expect(sql.unsafe(copy, [1])).rejects.toThrow("COPY FROM STDIN is not supported");
    }
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
  });

  test("values nested so deeply that Postgres would crash", async () => {
    const sql = client();
    const deep = "[".repeat(7000) + "]".repeat(7000);
    const [refused, answered] = await Promise.allSettled([
      sql`select ${deep}::text::jsonb`,
      sql`select 2 as two`,
    ]);
    expect(refused).toMatchObject({ status: "rejected", reason: { code: "54001" } });
    expect(answered).toMatchObject({ status: "fulfilled", value: [{ two: 2 }] });
    await expect(
      database.query("select $1::jsonb", [JSON.parse("[".repeat(1500) + "]".repeat(1500))]),
    ).rejects.toMatchObject({ code: "54001" });
  });

  test("messages outside the protocol", async () => {
    for (const bytes of [
      Buffer.from("y\0\0\0\x07abc", "latin1"),
      Buffer.from("Q\xff\xff\xff\xff", "latin1"),
      Buffer.from("Q\0\0\0\0", "latin1"),
      wire.message("F", "x"),
    ]) {
      const { socket, answers } = await openRawClient(path, password);
      socket.write(bytes);
      await eventually(() => expect(answers()).toContain("08P01"));
    }
    const { socket, answers } = await openRawClient(path, password);
    socket.write(Buffer.concat([wire.message("B", Buffer.from("abc")), wire.message("S")]));
    await eventually(() => expect(answers()).toContain("08P01"));
    socket.destroy();
    expect(await client()`select 1 as one`).toEqual([{ one: 1 }]);
  });
});

test("what else postgres.js requests is answered: types, cursors, big rows, parallel queries on one connection", async () => {
  const sql = client();
  await sql`select 1`; // array types are known after the first query
  expect(
    await sql`select ${sql.array([1, 2])}::int[] as list, array['a']::text[] as texts`,
  ).toEqual([{ list: [1, 2], texts: ["a"] }]);
  const pages: number[] = [];
  for await (const rows of sql`select generate_series(1, 5) as n`.cursor(2)) {
    pages.push(rows.length);
  }
  expect(pages).toEqual([2, 2, 1]);
  const [row] = await sql`select repeat('x', 3000000) as big`;
  expect(row?.big).toHaveLength(3_000_000);
  const rows = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      n % 10 ? sql`select ${n}::int as n` : sql`select nothing`.catch(() => []),
    ),
  );
  expect(rows[49]).toEqual([{ n: 49 }]);
});

test("TLS and cancel requests get the protocol's responses", async () => {
  const socket = connect(path);
  const response = new Promise<Buffer>((resolve) => socket.once("data", resolve));
  socket.write(Buffer.concat([wire.int32(8), wire.int32(80877103)]));
  expect((await response).toString()).toBe("N");
  const ended = new Promise((resolve) => socket.once("close", resolve));
  socket.write(Buffer.concat([wire.int32(16), wire.int32(80877102), wire.int32(1), wire.int32(1)]));
  socket.resume();
  await ended;
});

test("a path too long for a socket is refused", async () => {
  const long = join(directory, "x".repeat(100), ".s.PGSQL.5432");
  await expect(serveSocket(database, { path: long, password: "x" })).rejects.toThrow("100 bytes");
  const elsewhere = await socketPath(join(directory, "y".repeat(100)));
  expect(elsewhere.length).toBeLessThanOrEqual(100);
  await rm(dirname(elsewhere), { recursive: true });
});
