import { afterAll, beforeAll, expect, test } from "vitest";
import { limits } from "../limits";
import { serveLake, type ServedLake } from "../testing/serve";

const count = 2_000;
let served: ServedLake;
const { listenerFilters } = limits;

beforeAll(async () => {
  // On a busy machine the filter of a listener needs more than its time, and it is cut off.
  limits.listenerFilters = 60_000;
  served = await serveLake();
  await served.lake.store.transact({ author: "me" }, (transaction) => {
    for (let n = 0; n < count; n++) {
      transaction.create({ _id: `thing-${n}`, _type: "thing", n: 0, next: { _ref: "thing-0" } });
    }
  });
});
afterAll(async () => {
  limits.listenerFilters = listenerFilters;
  await served.close();
});

/** Repeats a request until the write has ended, and returns all results. */
async function during<T>(write: Promise<unknown>, ask: () => Promise<T>): Promise<T[]> {
  const responses: T[] = [];
  let ended = false;
  const end = write.finally(() => (ended = true));
  while (!ended) {
    const response = await ask();
    if (!ended) responses.push(response);
  }
  await end;
  return responses;
}

test("others are answered while thousands of documents are written, and see all of the write or nothing", async () => {
  const client = served.client();
  const write = client.patch({ query: "*[_type == 'thing']" }).inc({ n: 1 }).commit();
  const counts = await during(write, () => client.fetch<number>("count(*[n == 1])"));
  expect(counts.length).toBeGreaterThan(10);
  expect(new Set([0, ...counts, count])).toEqual(new Set([0, count]));
  expect(await client.fetch("count(*[n == 1])")).toBe(count);
});

test("thousands of mutations in one request do not block others either", async () => {
  const mutations = Array.from({ length: count }, (_, n) => ({
    patch: { id: `thing-${n}`, set: { title: `Thing ${n}` } },
  }));
  const actions = Array.from({ length: count }, (_, n) => ({
    actionType: "sanity.action.document.edit",
    draftId: `drafts.thing-${n}`,
    publishedId: `thing-${n}`,
    patch: { set: { title: `Draft ${n}` } },
  }));
  const headers = { ...served.as({ id: "ann" }), "Content-Type": "application/json" };
  const post = async (kind: string, body: unknown) => {
    const address = `${served.url}/v2025-02-19/data/${kind}/production`;
    const request = { method: "POST", headers, body: JSON.stringify(body) };
    expect((await fetch(address, request)).status).toBe(200);
  };
  const ping = async () => (await fetch(`${served.url}/v1/ping`)).status;
  expect((await during(post("mutate", { mutations }), ping)).length).toBeGreaterThan(10);
  expect((await during(post("actions", { actions }), ping)).length).toBeGreaterThan(10);
  expect(await served.client().fetch("count(*[title match 'Thing'])")).toBe(count);
});

test("a patch of thousands of paths blocks nobody, nor does one that would take forever", async () => {
  const client = served.client();
  const rows = Array.from({ length: 5_000 }, (_, n) => ({ _key: `${n}`, n }));
  const text = "Ink dries, paper stays. ".repeat(30_000);
  await client.create({ _id: "long", _type: "long", rows, text });
  const ping = async () => (await fetch(`${served.url}/v1/ping`)).status;
  const counting = client.patch("long").inc({ "rows[*].n": 1 }).commit();
  expect((await during(counting, ping)).length).toBeGreaterThan(2);
  expect(await client.fetch("math::sum(*[_id == 'long'][0].rows[].n)")).toBe((5_000 * 5_001) / 2);
  // Each part is of another text, and searched for in all of this one.
  const differences = Array.from(
    { length: 5_000 },
    (_, n) => `@@ -${n * 90 + 1},12 +${n * 90 + 1},12 @@\n zq!zq%25\n-xw\n+yy\n yzqx\n`,
  );
  const patch = client.patch("long").diffMatchPatch({ text: differences.join("") });
  const refused = expect(patch.commit()).rejects.toThrow('"text" takes longer than');
  expect((await during(refused, ping)).length).toBeGreaterThan(0);
  expect(await client.fetch("*[_id == 'long'][0].text == $text", { text })).toBe(true);
});

test("listeners receive every document of a large write, and then the write after it", async () => {
  const client = served.client();
  const write = (transactionId: string, selection: { id: string } | { query: string }) =>
    client.mutate([{ patch: { ...selection, inc: { n: 1 } } }], {
      transactionId,
      returnDocuments: false,
    });
  const events: { id: string; transaction: string; place: unknown; of: unknown }[] = [];
  await new Promise<void>((resolve, reject) => {
    const published = "*[_type == 'thing' && !(_id in path('drafts.**'))]";
    const options = {
      events: ["welcome", "mutation", "reconnect"] as ["welcome", "mutation", "reconnect"],
    };
    const listening = client.listen(published, {}, options).subscribe({
      next: (event) => {
        if (event.type === "reconnect") reject(new Error(`cut off after ${events.length} events`));
        if (event.type === "welcome") {
          // In turn: on a busy machine the second of two connections may be read first.
          write("large", { query: "*[_type == 'thing']" })
            .then(() => write("behind", { id: "thing-0" }))
            .catch(reject);
        }
        if (event.type !== "mutation") return;
        const { documentId: id, transactionId: transaction } = event;
        const { transactionCurrentEvent: place, transactionTotalEvents: of } = event;
        events.push({ id, transaction, place, of });
        if (transaction !== "behind") return;
        listening.unsubscribe();
        resolve();
      },
      error: reject,
    });
  });
  expect(events.pop()).toEqual({ id: "thing-0", transaction: "behind", place: 1, of: 1 });
  expect(events.map(({ place }) => place)).toEqual(events.map((_, index) => index + 1));
  expect(new Set(events.map(({ id }) => id)).size).toBe(count);
  expect(events.at(-1)).toMatchObject({ transaction: "large", of: count });
});
