import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DatabaseError } from "./database";
import { openMemoryDatabase } from "./testing/memory";
import type { EmbeddedDatabase } from "./embedded-database";

let database: EmbeddedDatabase;

beforeAll(async () => {
  database = await openMemoryDatabase();
  await database.execute(`
    create table public.things (id int primary key, name text);
    alter table public.things enable row level security;
    create policy own on public.things to authenticated
      using (name = current_setting('request.jwt.claims', true)::json ->> 'sub');
  `);
});

beforeEach(() =>
  database.execute(
    "truncate public.things; insert into public.things values (1, 'ann'), (2, 'bob')",
  ),
);

afterAll(() => database.close());

describe("values", () => {
  test("are returned as the documentation of Queryable says", async () => {
    const [row] = await database.query(`
      select 1::int2 as small, 9007199254740991::int8 as big, 9007199254740993::int8 as huge, 1.10::numeric as money,
        date '2024-02-29' as day, timestamp '2024-02-29 12:00:00.5' as naive, timestamptz '2024-02-29 12:00+02' as instant,
        '{"a": [1]}'::jsonb as json, '\\x00ff'::bytea as bytes, array[1, null] as list, null as nothing`);
    expect(row).toEqual({
      small: 1,
      big: 9007199254740991,
      huge: 9007199254740993n,
      money: "1.10",
      day: "2024-02-29",
      naive: new Date("2024-02-29T12:00:00.500Z"),
      instant: new Date("2024-02-29T10:00:00Z"),
      json: { a: [1] },
      bytes: new Uint8Array([0, 255]),
      list: [1, null],
      nothing: null,
    });
  });

  test("are accepted in the same way", async () => {
    const [row] = await database.query(
      "select $1::jsonb as object, $2::jsonb as text, $3::timestamptz as instant, $4::bytea as bytes, $5::text[] as list, $6::int as nothing",
      [{ a: 1 }, '"b"', new Date(0), new Uint8Array([1]), ["x", "y"], undefined],
    );
    expect(row).toEqual({
      object: { a: 1 },
      text: "b",
      instant: new Date(0),
      bytes: new Uint8Array([1]),
      list: ["x", "y"],
      nothing: null,
    });
  });

  test("of types that a script created are returned too", async () => {
    await database.execute("create type public.mood as enum ('glad', 'sad')");
    expect(await database.query("select array['glad']::mood[] as moods")).toEqual([
      { moods: ["glad"] },
    ]);
  });
});

describe("errors", () => {
  test("carry the code and the constraint, and never the parameters", async () => {
    const failed = database.query("insert into public.things values ($1, $2)", [1, "secret"]);
    await expect(failed).rejects.toBeInstanceOf(DatabaseError);
    await expect(failed).rejects.toMatchObject({
      code: "23505",
      constraint: "things_pkey",
      table: "things",
    });
    const error = await failed.catch((reason: unknown) => reason);
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain("secret");
  });

  test("leave the session usable", async () => {
    await expect(database.execute("begin; select nothing")).rejects.toMatchObject({
      code: "42703",
    });
    await expect(database.execute("begin; select 1")).rejects.toThrow("left open");
    await expect(database.query("begin")).rejects.toThrow("left open");
    expect(await database.query("select 1 as one")).toEqual([{ one: 1 }]);
  });
});

describe("a transaction", () => {
  test("cannot be entered by others' statements", async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const order: string[] = [];
    const transaction = database.transaction(async (own) => {
      await own.query("update public.things set name = 'eve' where id = 1");
      order.push("updated");
      await held;
      await own.query("update public.things set name = 'ann' where id = 1");
      order.push("restored");
    });
    const outside = database
      .query<{ name: string }>("select name from public.things where id = 1")
      .then(([row]) => order.push(row?.name ?? ""));
    setImmediate(release);
    await Promise.all([transaction, outside]);
    expect(order).toEqual(["updated", "restored", "ann"]);
  });

  test("is rolled back when its work throws, including statements that were not awaited", async () => {
    await expect(
      database.transaction(async (own) => {
        await Promise.all([
          own.query("select 1 / 0"),
          own.query("update public.things set name = 'eve'"),
        ]);
      }),
    ).rejects.toMatchObject({ code: "22012" });
    expect(await database.query("select name from public.things order by 1")).toEqual([
      { name: "ann" },
      { name: "bob" },
    ]);
  });

  test("does not succeed when a failed statement in it was ignored", async () => {
    await expect(
      database.transaction(async (own) => {
        await own.query("select 1 / 0").catch(() => {});
      }),
    ).rejects.toMatchObject({ code: "25P02" });
  });

  test("cannot be used after its end, nor ended from inside", async () => {
    const leaked = await database.transaction(async (own) => own);
    await expect(leaked.query("select 1")).rejects.toThrow("ended already");
    await expect(database.transaction((own) => own.execute("commit"))).rejects.toThrow(
      "ended the transaction",
    );
  });

  test("refuses to wait for itself", async () => {
    await expect(database.transaction(() => database.query("select 1"))).rejects.toThrow(
      "use the transaction",
    );
  });

  test("keeps its role and claims to itself", async () => {
    const rows = await database.transaction(async (own) => {
      await own.query(
        "select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)",
        [JSON.stringify({ sub: "ann" })],
      );
      return own.query("select name from public.things");
    });
    expect(rows).toEqual([{ name: "ann" }]);
    expect(
      await database.query(
        "select current_user, current_setting('request.jwt.claims', true) as claims",
      ),
    ).toEqual([{ current_user: "postgres", claims: "" }]);
  });
});

test("row-level security applies to visitors, and service_role bypasses it", async () => {
  const seenBy = (role: string) =>
    database.transaction(async (own) => {
      await own.execute(`set local role ${role}`);
      return own.query("select id from public.things");
    });
  expect(await seenBy("anon")).toEqual([]);
  expect(await seenBy("service_role")).toHaveLength(2);
  await expect(seenBy("app")).rejects.toMatchObject({ code: "42501" });
});

test("a long series of statements does not block the event loop", async () => {
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  for (let index = 0; index < 200; index += 1) await database.query("select 1");
  clearInterval(timer);
  expect(turns).toBeGreaterThan(10);
});

test("after Postgres has stopped for good, every call fails and none hangs", async () => {
  const doomed = await openMemoryDatabase();
  // Deeper than the JavaScript stack: only a developer's own statement can do this.
  const killing = doomed.query(`select ${"1+".repeat(100_000)}1`);
  await expect(killing).rejects.toThrow(/Postgres has stopped|stack/);
  if ((await Promise.race([doomed.failed, Promise.resolve(null)])) === null) return;
  await expect(doomed.query("select 1")).rejects.toThrow("restart the process");
  await expect(doomed.transaction(async () => {})).rejects.toThrow("restart the process");
  await expect(doomed.lease("a connection")).rejects.toThrow("restart the process");
  await doomed.close();
});
