import { setImmediate as nextTurn } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundle } from "@platen/kit/testing/bundle";
import type { EmbeddedDatabase } from "@platen/postgres";
import { openMemoryDatabase } from "@platen/postgres/testing/memory";
import type { Document } from "../document";
import { limits } from "../limits";
import { mutate } from "./mutations";
import { Queries } from "../query/queries";
import { Store } from "../store";

const context = { identity: "me", projectId: "local", dataset: "production" };

/** True for a document with a unique `n`. Over all documents it takes some hundred milliseconds. */
const alone = "count(*[n == ^.n]) == 1";
/** Would take years. */
const endless = "*[count(*[count(*[count(*[n == ^.n]) > 0]) > 0]) > 0]";

interface Lake {
  database: EmbeddedDatabase;
  store: Store;
  queries: Queries;
}

let worker: Awaited<ReturnType<typeof bundle>>;
/** One with a thread for slow queries, and one that does everything here. */
let threaded: Lake;
let plain: Lake;

async function openLake(thread: URL | undefined): Promise<Lake> {
  const database = await openMemoryDatabase();
  const store = await Store.open(database);
  await store.transact({ author: "me" }, (transaction) => {
    for (let n = 0; n < 500; n++) {
      transaction.create({ _id: `document-${n}`, _type: "thing", n, twin: n % 10 });
    }
  });
  return { database, store, queries: new Queries(store, thread) };
}

const { inlineQuery, slice } = limits;
/** Milliseconds: in five seconds each endless query only keeps a core from other tests. */
limits.computation = 2_000;
/** Short for every pair of documents. */
const briefQuery = 20;

beforeAll(async () => {
  limits.inlineQuery = briefQuery;
  worker = await bundle("services/content-lake/query/query-worker.ts");
  threaded = await openLake(pathToFileURL(worker.file));
  plain = await openLake(undefined);
});
afterAll(async () => {
  Object.assign(limits, { inlineQuery, slice });
  for (const { database, queries } of [threaded, plain]) {
    queries.close();
    await database.close();
  }
  await worker.remove();
});

const write = (lake: Lake, ...mutations: unknown[]) => mutate(lake, { mutations }, { context });

const read = (query: string) =>
  threaded.queries.run({ perspective: "raw", query, params: {}, context });

/** All documents, without what differs from write to write. */
const contentOf = ({ store }: Lake) =>
  store.documents.all.map(({ _id, _type, n, twin, title }: Document) => ({
    ...{ _id, _type, n, twin, title },
  }));

test("others can read, also by slow queries, while a delete selects by a slow query", async () => {
  const [counting, selecting] = [`count(*[${alone}])`, `*[${alone} && n < 10]`];
  // Once they are known to be slow they go to the thread, and nothing else may, however slow the
  // machine is.
  for (const query of [counting, selecting]) await read(query);
  limits.inlineQuery = limits.computation;
  const order: string[] = [];
  const count = async () => order.push(`counted ${(await read(counting)).json}`);
  const counted = Array.from({ length: 5 }, count);
  const deleted = write(threaded, { delete: { query: selecting } });
  const ended = deleted.finally(() => order.push("deleted"));
  let answered = 0;
  for (let n = 0; n < 20; n++) {
    void read(`*[_id == 'document-${n}'][0].n`).then(() => answered++);
    // It does not wait, not even for the next turn.
    await nextTurn();
    expect(answered).toBe(n + 1);
  }
  await Promise.all([...counted, ended]);
  limits.inlineQuery = briefQuery;
  // All counts came before the delete, but other writes wait for that: it does not wait for them
  // all.
  expect(order.at(-1)).toBe("counted 490");
  expect((await deleted).results.map(({ id }) => id)).toEqual(
    Array.from({ length: 10 }, (_, n) => `document-${n}`),
  );
});

test("a write selects from the documents as its previous mutations left them", async () => {
  // A write takes its turn when its mutations are parsed, and on a slow machine the long one was
  // parsed in slices: second.
  limits.slice = limits.computation;
  for (const lake of [threaded, plain]) {
    await write(lake, { delete: { query: "*[n < 20]" } });
    const written = Promise.all([
      write(
        lake,
        { create: { _id: "new", _type: "thing", n: 20 } },
        { patch: { query: `*[${alone} && n < 30]`, set: { title: "alone" } } },
        { delete: { id: "document-29" } },
        { patch: { query: `*[title == "alone"]`, set: { n: 1_000 } } },
        { delete: { query: `*[n != 1000 && ${alone} && n > 480 || _id == 'document-29']` } },
        { patch: { query: `*[n == 1000 && !(${alone})]`, inc: { n: 1 } } },
      ),
      write(lake, { create: { _id: "later", _type: "thing", n: 1_000 } }),
    ]);
    await written;
  }
  limits.slice = slice;
  expect(contentOf(threaded)).toEqual(contentOf(plain));
  expect(
    await read("[count(*[n == 1001]), count(*[n > 480 && n < 1000]), count(*)]"),
  ).toMatchObject({
    json: "[8,0,462]",
  });
});

test("a write that selects for too long is refused, and those after it are carried out", async () => {
  const [refused, behind] = await Promise.allSettled([
    write(threaded, { create: { _id: "half", _type: "thing" } }, { delete: { query: endless } }),
    write(threaded, { create: { _id: "behind", _type: "thing" } }),
  ]);
  expect(refused).toMatchObject({
    status: "rejected",
    reason: { status: 400, body: { error: { type: "queryTimeoutError", query: endless } } },
  });
  expect(behind).toMatchObject({ status: "fulfilled" });
  expect(threaded.store.get("half")).toBeUndefined();
});

test("a write whose selections together take too long is refused", async () => {
  const slow = { patch: { query: `*[count(*[n == ^.n]) > 0]`, set: { title: "touched" } } };
  await expect(write(threaded, ...Array(200).fill(slow))).rejects.toMatchObject({
    status: 400,
    message: `The transaction took longer than ${limits.computation} ms`,
  });
  expect(JSON.parse((await read('count(*[title == "touched"])')).json)).toBe(0);
});

test("a write during the lake's shutdown is refused, and starts no worker", async () => {
  const closing = new Queries(threaded.store, pathToFileURL(worker.file));
  const waiting = [1, 2].map(() =>
    write({ ...threaded, queries: closing }, { delete: { query: endless } }),
  );
  const outcomes = Promise.allSettled(waiting);
  await read("1");
  closing.close();
  for (const outcome of await outcomes) {
    expect(outcome).toMatchObject({ reason: { message: "The query was interrupted" } });
  }
});
