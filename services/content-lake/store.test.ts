import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { openDatabase } from "@platen/postgres";
import type { Database } from "@platen/postgres/database";
import type { Commit } from "./commit";
import { MutationFailure, LakeError } from "./errors";
import { limits } from "./limits";
import { Store } from "./store";

let directory: string;
let database: Database;
let store: Store;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "lake-store-"));
  database = await openDatabase(directory);
  store = await Store.open(database);
});
afterAll(async () => {
  await database.close();
  await rm(directory, { recursive: true, force: true });
});

afterEach(() => {
  vi.restoreAllMocks();
});

const author = "ann";

describe("the store", () => {
  test("makes a write visible, and notifies of it, only after Postgres has it", async () => {
    const commits: Commit[] = [];
    const stop = store.onCommit((commit) => commits.push(commit));
    const write = store.transact({ author, transactionId: "first" }, (transaction) =>
      transaction.create({
        _id: "a",
        _type: "note",
        text: "\u0000 \ud800 'quoted' \"{1,2}\" NULL",
      }),
    );
    expect(store.get("a")).toBeUndefined();
    const { value, changes } = await write;
    expect(value).toBe("a");
    expect(changes).toHaveLength(1);
    expect(commits).toMatchObject([{ transactionId: "first", author }]);
    expect(store.get("a")).toMatchObject({ _rev: "first" });
    const rows = await database.query<{ body: string }>("select body from lake.documents");
    expect(rows.map((row) => JSON.parse(row.body))).toEqual([store.get("a")]);
    stop();
  });

  test("runs writes one after another, each on the result of the one before", async () => {
    await store.transact({ author }, (transaction) =>
      transaction.create({ _id: "counter", _type: "note", n: 0 }),
    );
    await Promise.all(
      Array.from({ length: 50 }, () =>
        store.transactInSteps({ author }, (transaction) =>
          transaction.patch("counter", { inc: { n: 1 } }),
        ),
      ),
    );
    expect(store.get("counter")?.n).toBe(50);
  });

  test("continues after a failed write", async () => {
    const failing = store.transact({ author }, (transaction) => {
      transaction.create({ _id: "half", _type: "note" });
      transaction.create({ _id: "a", _type: "note" });
    });
    const next = store.transact({ author }, (transaction) =>
      transaction.create({ _id: "next", _type: "note" }),
    );
    await expect(failing).rejects.toBeInstanceOf(MutationFailure);
    await next;
    expect(store.get("half")).toBeUndefined();
    expect(store.get("next")).toBeDefined();
  });

  test("refuses a used or an invalid transaction id", async () => {
    const write = (transactionId: string) =>
      store.transactInSteps({ author, transactionId }, (transaction) =>
        transaction.patch("a", { set: { again: true } }),
      );
    await expect(write("first")).rejects.toMatchObject({ status: 409 });
    await expect(write("not an id")).rejects.toMatchObject({ status: 400 });
    expect(store.get("a")).not.toHaveProperty("again");
  });

  test("refuses a used transaction id even if nothing would be written", async () => {
    const used = { author, transactionId: "first" };
    const dry = store.transact({ ...used, dryRun: true }, (transaction) =>
      transaction.create({ _type: "note" }),
    );
    await expect(dry).rejects.toMatchObject({ status: 409 });
    const idle = store.transact(used, (transaction) => transaction.delete("nothing"));
    await expect(idle).rejects.toMatchObject({ status: 409 });
  });

  test("reports a repeated transaction as already committed, whatever it would fail with now", async () => {
    const send = () =>
      store.transact({ author, transactionId: "sent-again" }, (transaction) =>
        transaction.create({ _id: "sent-again", _type: "note" }),
      );
    await send();
    await expect(send()).rejects.toMatchObject({
      status: 409,
      body: { error: { type: "transactionExistsError" } },
    });
  });

  test("never sets a document's time back", async () => {
    const times: string[] = [];
    for (let n = 0; n < 20; n++) {
      await store.transactInSteps({ author }, (transaction) =>
        transaction.patch("a", { set: { n } }),
      );
      times.push(store.get("a")?._updatedAt ?? "");
    }
    expect([...times].sort()).toEqual(times);
  });

  test("gives each commit its own time, even if the clock stands or goes back", async () => {
    const now = vi.spyOn(Date, "now").mockReturnValue(Date.now());
    const times = new Set<unknown>();
    for (let n = 0; n < 10; n++) {
      if (n === 5) now.mockReturnValue(Date.now() - 3_600_000);
      await store.transactInSteps({ author }, (transaction) =>
        transaction.patch("a", { set: { n } }),
      );
      times.add(store.get("a")?._updatedAt);
    }
    expect(times.size).toBe(10);
  });

  test("responds with 503 and changes nothing when Postgres does not accept all of a write", async () => {
    await database.execute("alter table lake.documents add constraint full_disk check (id <> 'b')");
    const write = store.transact({ author }, (transaction) => {
      for (let n = 0; n < 3 * limits.portion.documents; n++) {
        transaction.create({ _id: `half-${n}`, _type: "note" });
      }
      transaction.create({ _id: "b", _type: "note" });
    });
    await expect(write).rejects.toMatchObject({ status: 503 });
    expect(store.get("b")).toBeUndefined();
    expect((await Store.open(database)).get("half-0")).toBeUndefined();
    await database.execute("alter table lake.documents drop constraint full_disk");
    await store.transact({ author }, (transaction) => transaction.create({ _id: "b", _type: "n" }));
    expect(store.get("b")).toBeDefined();
  });

  test("refuses a patch path that matches too many locations", async () => {
    const list = Array.from({ length: limits.writtenOutPaths + 1 }, (_, n) => n);
    const write = store.transactInSteps({ author }, function* (transaction) {
      transaction.create({ _id: "long", _type: "note", list });
      yield* transaction.patch("long", { unset: ["list[*]"] });
    });
    await expect(write).rejects.toMatchObject({ status: 400, item: { type: "mutationError" } });
  });

  test("aborts a plan that takes too long", async () => {
    vi.spyOn(limits, "computation", "get").mockReturnValue(300);
    const write = store.transact({ author }, () => {
      for (;;);
    });
    await expect(write).rejects.toBeInstanceOf(LakeError);
    await store.transactInSteps({ author }, (transaction) =>
      transaction.patch("a", { set: { n: -1 } }),
    );
  });

  test("has the same contents after it is opened again, in the same order", async () => {
    await store.transact({ author }, (transaction) => {
      for (const _id of ["drafts.Z", "Z", "_z", "a-1", "a.1", "versions.r.Z"]) {
        transaction.create({ _id, _type: "note" });
      }
    });
    const before = store.documents.all;
    const reopened = await Store.open(database);
    expect(reopened.documents.all).toEqual(before);
    expect(reopened.sequence).toBe(store.sequence);
    for (const perspective of ["published", ["drafts"]] as const) {
      const [now, then] = [reopened, store].map((each) => each.perspectives.view(perspective).all);
      expect(now).toEqual(then);
    }
  });
});

describe("an invalid document is refused:", () => {
  const deep = (levels: number): unknown => (levels === 0 ? 1 : { a: deep(levels - 1) });
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`a${n}`, n]));
  const refused: [string, Record<string, unknown>][] = [
    ["without a type", { _id: "x" }],
    ["with a type that is not a string", { _id: "x", _type: 1 }],
    ["with an id that starts with a dash", { _id: "-x", _type: "a" }],
    ["with other characters in its id", { _id: "x/y", _type: "a" }],
    ["with an id that is too long", { _id: "x".repeat(129), _type: "a" }],
    ["with an id that is not a string", { _id: 7, _type: "a" }],
    ["with two consecutive dots in its id", { _id: "x..y", _type: "a" }],
    [
      "with an attribute name of other characters",
      { _id: "x", _type: "a", "with other characters in an attribute name": 1 },
    ],
    ["with an attribute name that is too long", { _id: "x", _type: "a", ["b".repeat(257)]: 1 }],
    ["with an inherited attribute name", { _id: "x", _type: "a", hasOwnProperty: 1 }],
    ["with a prototype", JSON.parse('{"_id":"x","_type":"a","b":{"__proto__":1}}')],
    ["nested too deeply", { _id: "x", _type: "a", b: deep(21) }],
    [
      "nested very deeply",
      { _id: "x", _type: "a", b: JSON.parse("[".repeat(9e4) + "]".repeat(9e4)) },
    ],
    ["with too many attributes", { _id: "x", _type: "a", b: many(100), c: many(20_000 - 104) }],
    ["with too many items", { _id: "x", _type: "a", b: [[0, 1]], c: Array(19_998).fill("") }],
    ["too large", { _id: "x", _type: "a", b: "x".repeat(1024 * 1024) }],
    ["with an invalid creation time", { _id: "x", _type: "a", _createdAt: "soon" }],
  ];
  test.each(refused)("%s", async (_, attributes) => {
    const write = store.transact({ author }, (transaction) => transaction.create(attributes));
    const error: unknown = await write.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(MutationFailure);
    expect(store.get("x")).toBeUndefined();
  });

  test("not one with the maximum number of attributes, also by a patch, but one more is", async () => {
    const items = Array.from({ length: 20 }, () => many(999));
    await store.transact({ author }, (transaction) =>
      transaction.create({ _id: "wide", _type: "a", items }),
    );
    const add = store.transactInSteps({ author }, (transaction) =>
      transaction.patch("wide", { set: { more: many(100) } }),
    );
    await expect(add).rejects.toThrow("more than 20000 attributes");
    expect(store.get("wide")).not.toHaveProperty("more");
  });

  test("not one with the maximum number of items, but one more is", async () => {
    const tags: unknown[] = Array(20_000).fill("tag");
    await store.transact({ author }, (transaction) =>
      transaction.create({ _id: "long", _type: "a", tags }),
    );
    const add = store.transactInSteps({ author }, (transaction) =>
      transaction.patch("long", { set: { more: ["tag"] } }),
    );
    await expect(add).rejects.toThrow("more than 20000 list items");
  });

  test("lets others write before the many waiting writes of one author", async () => {
    const order: string[] = [];
    const write = async (by: string, _id: string) => {
      await store.transact({ author: by }, (transaction) =>
        transaction.create({ _id, _type: "n" }),
      );
      order.push(by);
    };
    const many = Array.from({ length: 20 }, (_, n) => write("mallory", `many-${n}`));
    await Promise.all([...many, write("ada", "one")]);
    expect(order.indexOf("ada")).toBeLessThan(3);
  });
});
