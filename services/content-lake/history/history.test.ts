import { applyPatch } from "mendoza";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { isRecord } from "../document";
import { serveLake, type ServedLake } from "../testing/serve";

let served: ServedLake;

beforeAll(async () => {
  served = await serveLake();
});
afterAll(() => served.close());

type LogEntry = {
  id: string;
  timestamp: string;
  author: string;
  documentIDs: string[];
  mutations?: unknown[];
  effects?: Record<string, { apply: unknown[]; revert: unknown[] }>;
};

async function get(path: string): Promise<Response> {
  return fetch(`${served.url}/v2025-02-19/data/history/production/${path}`, {
    headers: served.as({ id: "reviewer" }),
  });
}

async function transactions(ids: string, query = ""): Promise<LogEntry[]> {
  const response = await get(`transactions/${ids}?effectFormat=mendoza&${query}`);
  expect(response.status).toBe(200);
  const text = await response.text();
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line): LogEntry => JSON.parse(line));
}

async function documentAt(id: string, instant: string): Promise<unknown> {
  const response = await get(`documents/${id}?${instant}`);
  const body: unknown = await response.json();
  return isRecord(body) && Array.isArray(body.documents) ? body.documents[0] : body;
}

/** Creates a document as a user, edits it three times, and returns each state with its revision. */
async function writeRevisions(id: string): Promise<Record<string, unknown>[]> {
  const client = served.client({ headers: served.as({ id: "author" }), token: undefined });
  const states: Record<string, unknown>[] = [];
  states.push(
    await client.create({ _id: id, _type: "story", title: "one", list: [{ _key: "a" }] }),
  );
  states.push(await client.patch(id).set({ title: "two" }).commit());
  states.push(
    await client
      .patch(id)
      .insert("after", "list[-1]", [{ _key: "b" }])
      .commit(),
  );
  states.push(await client.patch(id).unset(["list"]).commit());
  return states;
}

describe("the transaction log", () => {
  test("accepts at most a hundred documents in one request, each counted once", async () => {
    const headers = served.as({ id: "reviewer" });
    const doc = (ids: string[]) =>
      fetch(`${served.url}/v2025-02-19/data/doc/production/${ids.join(",")}`, { headers });
    await served.client().createOrReplace({ _id: "named-often", _type: "note" });
    const often: unknown = await (
      await doc(Array.from({ length: 700 }, () => "named-often"))
    ).json();
    expect(often).toMatchObject({ documents: [{ _id: "named-often" }], omitted: [] });
    const many = Array.from({ length: 101 }, (_, n) => `n${n}`);
    expect((await doc(many)).status).toBe(400);
    expect((await get(`documents/${many.join(",")}`)).status).toBe(400);
  });

  test("records author, time and changes, with patches from state to state and back", async () => {
    const states = await writeRevisions("story-1");
    const lines = await transactions("story-1");
    expect(lines.map((line) => line.id)).toEqual(states.map((state) => state._rev));
    expect(lines.map((line) => line.timestamp)).toEqual(states.map((state) => state._updatedAt));
    let state: unknown = null;
    for (const [index, line] of lines.entries()) {
      expect(line).toMatchObject({ author: "author", documentIDs: ["story-1"] });
      const before = state;
      state = applyPatch(state, line.effects?.["story-1"]?.apply ?? []);
      const { _rev, ...attributes } = states[index] ?? {};
      expect(_rev).toBe(line.id);
      expect(state).toEqual(attributes);
      expect(applyPatch(state, line.effects?.["story-1"]?.revert ?? [])).toEqual(before);
    }
  });

  test("can be read for all documents together, to find a deleted one", async () => {
    await served.client().create({ _id: "lost", _type: "story" });
    const { transactionId } = await served
      .client()
      .mutate([{ delete: { id: "lost" } }], { returnFirst: false, returnDocuments: false });
    const response = await get("transactions?limit=2&reverse=true&excludeContent=true");
    const lines = (await response.text()).split("\n");
    const [deletion, creation] = lines
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));
    expect(deletion).toEqual({
      id: transactionId,
      timestamp: expect.any(String),
      author: "service",
      documentIDs: ["lost"],
    });
    expect(creation).toMatchObject({ documentIDs: ["lost"] });
    expect(lines).toHaveLength(3);
  });

  test("is read backwards in pages that start with the last line of the page before", async () => {
    const revisions = (await writeRevisions("story-2")).map((state) => state._rev).reverse();
    const page = await transactions("drafts.story-2,story-2", "reverse=true&limit=2");
    expect(page.map((line) => line.id)).toEqual(revisions.slice(0, 2));
    const next = await transactions("story-2", `reverse=true&limit=3&toTransaction=${page[1]?.id}`);
    expect(next.map((line) => line.id)).toEqual(revisions.slice(1, 4));
    const from = await transactions("story-2", `fromTransaction=${page[1]?.id}&toTransaction=`);
    expect(from.map((line) => line.id)).toEqual(revisions.slice(0, 2).reverse());
  });

  test("leaves out what was not requested", async () => {
    await writeRevisions("story-3");
    const response = await get("transactions/story-3?excludeContent=true&excludeMutations=true");
    const [line] = (await response.text()).split("\n");
    expect(Object.keys(JSON.parse(line ?? "{}")).sort()).toEqual([
      "author",
      "documentIDs",
      "id",
      "timestamp",
    ]);
    const [full] = await transactions("story-3");
    expect(full?.mutations).toMatchObject([{ create: { _id: "story-3", title: "one" } }]);
  });

  test("returns only the requested documents", async () => {
    const client = served.client();
    const { transactionId } = await client
      .transaction()
      .create({ _id: "left", _type: "story" })
      .create({ _id: "right", _type: "story" })
      .commit();
    const [line] = await transactions("left");
    expect(line).toMatchObject({ id: transactionId, documentIDs: ["left"] });
    expect(Object.keys(line?.effects ?? {})).toEqual(["left"]);
    const [both] = await transactions("left,right");
    expect(both?.documentIDs).toEqual(["left", "right"]);
  });

  test("returns effects that lead from one publication to the next", async () => {
    const client = served.client();
    const ids = { draftId: "drafts.story-5", publishedId: "story-5" };
    const publish = () => client.action({ actionType: "sanity.action.document.publish", ...ids });
    await client.create({ _id: ids.draftId, _type: "story", list: [1], title: "one" });
    await publish();
    await client.action({
      actionType: "sanity.action.document.edit",
      patch: { set: { title: "two" } },
      ...ids,
    });
    await publish();
    let state: unknown = null;
    for (const { effects } of await transactions("story-5")) {
      state = applyPatch(state, effects?.["story-5"]?.apply ?? []);
    }
    const { _rev, ...published } = (await client.getDocument("story-5")) ?? {};
    expect(_rev).toBeDefined();
    expect(state).toEqual(published);
    expect(state).toMatchObject({ title: "two", list: [1] });
  });

  test.each(["limit=0", "limit=x", "fromTransaction=unknown", "fromTime=yesterday"])(
    "responds with 400 to %s",
    async (query) => {
      expect((await get(`transactions/story-1?${query}`)).status).toBe(400);
    },
  );
});

describe("an earlier version of a document", () => {
  test("is found by revision, by time and as the last before its deletion", async () => {
    const states = await writeRevisions("story-4");
    for (const state of states) {
      expect(await documentAt("story-4", `revision=${state._rev}`)).toEqual(state);
    }
    const time = encodeURIComponent(String(states[1]?._updatedAt));
    expect(await documentAt("story-4", `time=${time}`)).toEqual(states[1]);
    expect(await documentAt("story-4", "lastRevision=true")).toEqual(states[3]);
    expect(await documentAt("story-4", "time=2001-01-01T00:00:00Z")).toBeUndefined();
    await served.client().delete("story-4");
    expect(await documentAt("story-4", "lastRevision=true")).toEqual(states[3]);
    expect(await documentAt("story-4", `revision=${states[0]?._rev}`)).toEqual(states[0]);
    expect(await documentAt("story-4", `time=${new Date().toISOString()}`)).toBeUndefined();
    await served.client().create({ _id: "story-4", _type: "story", title: "again" });
    expect(await documentAt("story-4", `revision=${states[2]?._rev}`)).toEqual(states[2]);
  });

  test("gets 400 for an unknown revision, a malformed time and two points in time", async () => {
    expect((await get("documents/story-1?revision=unknown")).status).toBe(400);
    const { _rev } = (await served.client().getDocument("story-1")) ?? {};
    const twice = `documents/story-1?revision=${_rev}&time=2020-01-01T00:00:00Z`;
    expect((await get(twice)).status).toBe(400);
    for (const time of ["nonsense", "0000-01-01", "-271821-04-20T00:00:00.000Z"]) {
      expect((await get(`documents/story-1?time=${time}`)).status).toBe(400);
      expect((await get(`transactions/story-1?fromTime=${time}`)).status).toBe(400);
    }
  });

  test("is deleted when its draft is discarded with purge", async () => {
    const client = served.client();
    await client.create({ _id: "drafts.secret", _type: "story", title: "hush" });
    await client.action({
      actionType: "sanity.action.document.discard",
      draftId: "drafts.secret",
      purge: true,
    });
    const lines = await transactions("drafts.secret");
    expect(lines).toHaveLength(1);
    expect(JSON.stringify(lines[0]?.effects?.["drafts.secret"]?.apply)).toBe("[0,null]");
    expect(JSON.stringify(lines)).not.toContain("hush");
    expect(await documentAt("drafts.secret", "lastRevision=true")).toBeUndefined();
  });

  test("is deleted for a document that was deleted before, or is changed and purged at once", async () => {
    const client = served.client();
    const mutate = (...mutations: object[]) =>
      fetch(`${served.url}/v1/data/mutate/production`, {
        method: "POST",
        headers: served.as({ id: "reviewer", role: "administrator" }),
        body: JSON.stringify({ mutations }),
      });
    await client.create({ _id: "deleted", _type: "story", title: "hush" });
    await client.delete("deleted");
    await client.create({ _id: "changed", _type: "story" });
    expect(await transactions("deleted")).toHaveLength(2);
    await mutate(
      { delete: { id: "deleted", purge: true } },
      { patch: { id: "changed", set: { title: "hush" } } },
      { delete: { id: "changed", purge: true } },
    );
    expect(await transactions("deleted")).toEqual([]);
    const lines = await transactions("changed");
    expect(lines).toHaveLength(1);
    expect(JSON.stringify(lines)).not.toContain("hush");
    await client.create({ _id: "alone", _type: "story" });
    await client.delete("alone");
    await mutate({ delete: { id: "alone", purge: true } });
    expect(await transactions("alone")).toEqual([]);
  });

  test("of many megabytes is complete, and does not block others", async () => {
    const client = served.client();
    const revisions: string[] = [];
    for (let n = 0; n < 20; n++) {
      const text = `${n} `.repeat(250_000);
      const { _rev } = await client.createOrReplace({ _id: "long", _type: "story", text });
      revisions.push(_rev);
    }
    let ended = false;
    const read = transactions("long").finally(() => (ended = true));
    let asked = 0;
    for (; !ended; asked++) await client.fetch("1");
    expect((await read).map(({ id }) => id)).toEqual(revisions);
    // Postgres is queried for one after the other: other requests come in between.
    expect(asked).toBeGreaterThan(10);
    expect(await documentAt("long", `revision=${revisions[0]}`)).toMatchObject({
      text: "0 ".repeat(250_000),
    });
  });

  test("is the newest without a point in time, even if it was written while the clock was ahead", async () => {
    const now = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 3_600_000);
    onTestFinished(() => now.mockRestore());
    const states = await writeRevisions("ahead");
    now.mockRestore();
    expect(await documentAt("ahead", "")).toEqual(states[3]);
  });
});
