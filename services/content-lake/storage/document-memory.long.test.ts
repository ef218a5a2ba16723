import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { collectGarbage } from "@platen/kit/testing/memory";
import type { EmbeddedDatabase } from "@platen/postgres";
import { openMemoryDatabase } from "@platen/postgres/testing/memory";
import type { Document } from "../document";
import { DocumentMemory, weightOf } from "./document-memory";
import { Store } from "../store";

const megabyte = 1024 * 1024;
const author = "ann";
let database: EmbeddedDatabase;

beforeAll(async () => {
  database = await openMemoryDatabase();
});

afterEach(() => database.execute("drop schema if exists lake, private_migrations cascade"));

afterAll(() => database.close());

/** A store whose documents may take a megabyte: a quarter of the heap. */
const openSmall = () => Store.open(database, new DocumentMemory(4 * megabyte));

const text = (bytes: number) => "x".repeat(bytes);

const create = (store: Store, _id: string, bytes: number) =>
  store.transact({ author }, (transaction) => {
    transaction.create({ _id, _type: "note", text: text(bytes) });
  });

const full = {
  status: 507,
  body: {
    statusCode: 507,
    error: "Insufficient Storage",
    message:
      "All documents together may take 1 MB of memory, and would take more: delete some first.",
  },
};

test("documents beyond the share of the heap are refused with their whole transaction", async () => {
  const store = await openSmall();
  await create(store, "first", 900_000);
  await expect(
    store.transact({ author }, (transaction) => {
      transaction.create({ _id: "small", _type: "note" });
      transaction.create({ _id: "large", _type: "note", text: text(200_000) });
    }),
  ).rejects.toMatchObject(full);
  await expect(
    store.transact({ author, dryRun: true }, (transaction) => {
      transaction.create({ _id: "large", _type: "note", text: text(200_000) });
    }),
  ).rejects.toMatchObject(full);
  expect(store.documents.all.map(({ _id }) => _id)).toEqual(["first"]);
  await create(store, "small", 1_000);
});

test("a shrinking write is accepted even above the limit, and frees memory", async () => {
  const before = await Store.open(database);
  await create(before, "first", 700_000);
  await create(before, "second", 700_000);
  // As after a restart with a smaller heap.
  const store = await openSmall();
  const shorten = store.transactInSteps({ author }, (transaction) =>
    transaction.patch("first", { set: { text: text(600_000) } }),
  );
  await shorten;
  await expect(create(store, "third", 0)).rejects.toMatchObject(full);
  await store.transact({ author }, (transaction) => void transaction.delete("second"));
  await create(store, "third", 300_000);
});

test("a start that needs a larger heap says how large", async () => {
  const store = await Store.open(database);
  for (let n = 0; n < 6; n += 1) await create(store, `text-${n}`, 1_000_000);
  await expect(openSmall()).rejects.toThrow(
    "The content needs a heap of about 23 MB; the limit is 4 MB: start with NODE_OPTIONS=--max-old-space-size=23.",
  );
  const larger = await Store.open(database, new DocumentMemory(12 * megabyte));
  expect(larger.documents.all).toHaveLength(6);
});

const shapes: [string, (n: number) => unknown][] = [
  ["a long text", (n) => text(1_500) + n],
  ["a text of two-byte characters", (n) => "文".repeat(1_500) + n],
  ["short texts", (n) => Array.from({ length: 300 }, (_, i) => `${n}.${i}`)],
  ["empty objects", () => Array.from({ length: 100 }, () => ({}))],
  ["empty lists", () => Array.from({ length: 100 }, () => [[]])],
  ["integers", () => Array.from({ length: 500 }, (_, i) => i)],
  ["fractions", () => Array.from({ length: 500 }, (_, i) => i + 0.5)],
  [
    "unique names",
    (n) => Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`name${n}x${i}`, i])),
  ],
];

test.each(shapes)("the estimate for %s is not below its use of the heap", (_, make) => {
  const bodies = Array.from({ length: 1_000 }, (_, n) =>
    JSON.stringify({ _id: `id${n}`, _type: "note", value: make(n) }),
  );
  const documents = new Array<Document>(bodies.length);
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  for (const [n, body] of bodies.entries()) documents[n] = JSON.parse(body);
  collectGarbage();
  const taken = process.memoryUsage().heapUsed - before;
  const weight = documents.reduce((sum, document) => sum + weightOf(document), 0);
  expect(weight).toBeGreaterThan(taken * 0.95);
});
