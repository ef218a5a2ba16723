import { randomUUID } from "node:crypto";
import {
  type Action,
  ClientError,
  createClient,
  type ListenEvent,
  type LiveEvent,
  type Patch,
  type SanityClient,
} from "@sanity/client";
import { firstValueFrom, type Observable, type Subscription } from "rxjs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serveLake, type ServedLake } from "../../services/content-lake/testing/serve";

/**
 * What the unmodified client does with a content lake. By default with the embedded one, over HTTP; set LAKE_HOST,
 * LAKE_PROJECT, LAKE_DATASET and LAKE_TOKEN (a token that may write) to hold another against the same contract.
 * Documents get ids of their own run, and are deleted in the end.
 */
const elsewhere = process.env.LAKE_HOST;

let served: ServedLake | undefined;
let client: SanityClient;

const run = randomUUID().slice(0, 8);
const type = `contract_${run}`;
let lastId = 0;
const newId = () => `contract-${run}-${++lastId}`;

beforeAll(async () => {
  if (elsewhere) {
    client = createClient({
      apiHost: elsewhere,
      projectId: process.env.LAKE_PROJECT ?? "",
      dataset: process.env.LAKE_DATASET ?? "production",
      token: process.env.LAKE_TOKEN,
      useProjectHostname: elsewhere.endsWith("sanity.io"),
      useCdn: false,
      apiVersion: "2025-02-19",
    });
  } else {
    served = await serveLake();
    client = served.client();
  }
});

afterAll(async () => {
  await client.delete({ query: `*[_type match "contract_${run}*"]` });
  await served?.close();
});

const raw = { perspective: "raw" } as const;

async function failure(promise: Promise<unknown>): Promise<ClientError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason) => reason,
  );
  if (error instanceof ClientError) return error;
  throw new Error(`A ClientError was expected, not ${String(error)}`);
}

/** Collects what an observable emits, and waits for the event that a predicate accepts. */
class Recorder<T> {
  readonly events: T[] = [];
  readonly #subscription: Subscription;
  #waiting: (() => void)[] = [];
  #error: unknown;

  constructor(observable: Observable<T>) {
    this.#subscription = observable.subscribe({
      next: (event) => {
        this.events.push(event);
        this.#wake();
      },
      error: (error: unknown) => {
        this.#error = error;
        this.#wake();
      },
    });
  }

  async find(accept: (event: T) => boolean): Promise<T> {
    for (;;) {
      const found = this.events.find(accept);
      if (found !== undefined) return found;
      if (this.#error !== undefined) throw this.#error;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  stop(): void {
    this.#subscription.unsubscribe();
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }
}

describe("reading and writing", () => {
  test("a created document can be fetched, and carries id, type, revision and times", async () => {
    const _id = newId();
    const created = await client.create({ _id, _type: type, title: "Ink" });
    const read = await client.getDocument(_id);
    expect(read).toEqual(created);
    expect(read).toMatchObject({ _id, _type: type, title: "Ink" });
    expect(read?._rev).toEqual(expect.any(String));
    expect(Date.parse(read?._createdAt ?? "")).not.toBeNaN();
    expect(await client.fetch("*[_id == $id][0].title", { id: _id })).toBe("Ink");
  });

  test("a document without an id gets one", async () => {
    const { _id } = await client.create({ _type: type });
    expect(_id).toMatch(/^[A-Za-z0-9-]{20,}$/);
  });

  test("creating a document that exists is refused and changes nothing", async () => {
    const _id = newId();
    await client.create({ _id, _type: type, title: "first" });
    const error = await failure(client.create({ _id, _type: type, title: "second" }));
    expect(error.statusCode).toBe(409);
    expect(error.details).toMatchObject({
      type: "mutationError",
      items: [{ error: { type: "documentAlreadyExistsError", id: _id }, index: 0 }],
    });
    expect((await client.getDocument(_id))?.title).toBe("first");
  });

  test("createIfNotExists keeps what is there and createOrReplace replaces it", async () => {
    const _id = newId();
    await client.createIfNotExists({ _id, _type: type, title: "first", extra: 1 });
    await client.createIfNotExists({ _id, _type: type, title: "second" });
    expect((await client.getDocument(_id))?.title).toBe("first");
    await client.createOrReplace({ _id, _type: type, title: "third" });
    const document = await client.getDocument(_id);
    expect(document?.title).toBe("third");
    expect(document).not.toHaveProperty("extra");
  });

  test("a patch sets, unsets, counts and inserts", async () => {
    const _id = newId();
    await client.create({ _id, _type: type, title: "a", gone: 1, n: 1, list: ["x", "z"] });
    const patched = await client
      .patch(_id)
      .set({ title: "b" })
      .setIfMissing({ subtitle: "new", title: "kept out" })
      .unset(["gone"])
      .inc({ n: 2 })
      .insert("before", "list[1]", ["y"])
      .commit();
    expect(patched).toMatchObject({ title: "b", subtitle: "new", n: 3, list: ["x", "y", "z"] });
    expect(patched).not.toHaveProperty("gone");
  });

  test("a patch finds its places by index from either end, range, key, filter, and everywhere", async () => {
    const _id = newId();
    const rows = [
      { _key: "a", name: "ink", sizes: [{ cm: 1 }, { cm: 2 }] },
      { _key: "b", name: "pen", sizes: [{ cm: 3 }] },
      { _key: "c", name: "[*]", sizes: [] },
    ];
    await client.create({ _id, _type: type, rows, list: [0, 1, 2, 3, 4, 5], deep: { name: "x" } });
    const patched = async (patch: Patch) =>
      patch.commit().then(({ rows, list }) => ({ rows, list }));
    const at = () => client.patch(_id);
    expect(await patched(at().insert("before", "list[-1]", ["x"]))).toMatchObject({
      list: [0, 1, 2, 3, 4, "x", 5],
    });
    expect(await patched(at().insert("replace", "list[1:4]", ["y"]))).toMatchObject({
      list: [0, "y", 4, "x", 5],
    });
    expect(await patched(at().insert("replace", "list[-2:]", [6]))).toMatchObject({
      list: [0, "y", 4, 6],
    });
    expect(await patched(at().unset(["list[0,-1]", 'rows[_key=="b"].name']))).toMatchObject({
      list: ["y", 4],
      rows: [{ _key: "a" }, { _key: "b", sizes: [{ cm: 3 }] }, { _key: "c" }],
    });
    expect(await patched(at().inc({ "rows[*].sizes[*].cm": 10 }))).toMatchObject({
      rows: [{ sizes: [{ cm: 11 }, { cm: 12 }] }, { sizes: [{ cm: 13 }] }, { sizes: [] }],
    });
    expect(await patched(at().set({ "rows[1:].seen": true }))).toMatchObject({
      rows: [{ _key: "a" }, { _key: "b", seen: true }, { _key: "c", seen: true }],
    });
    expect(
      await patched(at().set({ 'rows[name=="[*]"].name': "star", "rows[name?].n": 1 })),
    ).toMatchObject({ rows: [{ name: "ink", n: 1 }, { _key: "b" }, { name: "star", n: 1 }] });
    expect(await patched(at().unset(["rows[0].sizes[*]", "list[*]"]))).toMatchObject({
      list: [],
      rows: [{ sizes: [] }, { sizes: [{ cm: 13 }] }, {}],
    });
    await at().set({ "..name": "everywhere" }).commit();
    expect(await client.getDocument(_id)).toMatchObject({ deep: { name: "everywhere" } });
  });

  test("every write gives a new revision, also one that changes nothing", async () => {
    const _id = newId();
    const { _rev } = await client.create({ _id, _type: type });
    const same = await client.patch(_id).unset(["nothing"]).commit();
    expect(same._rev).not.toBe(_rev);
  });

  test("a patch with another revision than the document's is refused", async () => {
    const _id = newId();
    const { _rev } = await client.create({ _id, _type: type, n: 0 });
    await client.patch(_id).ifRevisionId(_rev).inc({ n: 1 }).commit();
    const error = await failure(client.patch(_id).ifRevisionId(_rev).inc({ n: 1 }).commit());
    expect(error.statusCode).toBe(409);
    expect((await client.getDocument(_id))?.n).toBe(1);
  });

  test("a patch of a document that is not there is refused", async () => {
    const error = await failure(client.patch(newId()).set({ n: 1 }).commit());
    expect(error.statusCode).toBeGreaterThanOrEqual(400);
    expect(error.statusCode).toBeLessThan(500);
    expect(error.details).toMatchObject({ items: [{ error: { type: "documentNotFoundError" } }] });
  });

  test("a transaction happens as a whole or not at all", async () => {
    const [first, second] = [newId(), newId()];
    await client.create({ _id: first, _type: type, n: 0 });
    await failure(
      client
        .transaction()
        .patch(first, (patch) => patch.set({ n: 1 }))
        .create({ _id: second, _type: type })
        .create({ _id: first, _type: type })
        .commit(),
    );
    expect((await client.getDocument(first))?.n).toBe(0);
    expect(await client.getDocument(second)).toBeUndefined();
    const { transactionId, results } = await client
      .transaction()
      .patch(first, (patch) => patch.set({ n: 1 }))
      .create({ _id: second, _type: type })
      .commit();
    expect(results).toMatchObject([
      { id: first, operation: "update" },
      { id: second, operation: "create" },
    ]);
    expect((await client.getDocument(first))?._rev).toBe(transactionId);
    expect((await client.getDocument(second))?._rev).toBe(transactionId);
  });

  test("a transaction id that the client chose becomes the revision, and cannot be used again", async () => {
    const _id = newId();
    const transactionId = randomUUID();
    await client.create({ _id, _type: type }, { transactionId });
    // The client's own create() passes no transaction id on; mutate() does.
    const chosen = randomUUID();
    await client.mutate([{ patch: { id: _id, set: { n: 1 } } }], { transactionId: chosen });
    expect((await client.getDocument(_id))?._rev).toBe(chosen);
    const again = client.mutate([{ patch: { id: _id, set: { n: 2 } } }], {
      transactionId: chosen,
    });
    expect((await failure(again)).statusCode).toBe(409);
    expect((await client.getDocument(_id))?.n).toBe(1);
    const inAddress = randomUUID();
    await client.request({
      method: "POST",
      uri: `/data/mutate/${client.config().dataset}`,
      query: { transactionId: inAddress },
      body: { mutations: [{ patch: { id: _id, set: { n: 3 } } }] },
    });
    expect((await client.getDocument(_id))?._rev).toBe(inAddress);
  });

  test("a dry run changes nothing", async () => {
    const _id = newId();
    await client.create({ _id, _type: type }, { dryRun: true });
    expect(await client.getDocument(_id)).toBeUndefined();
    await client.create({ _id, _type: type });
    // Sanity's own guide asks for it in the body.
    const body = { mutations: [{ delete: { id: _id } }], dryRun: true };
    const uri = `/data/mutate/${client.config().dataset}`;
    await client.request({ method: "POST", uri, body });
    expect(await client.getDocument(_id)).toBeDefined();
  });

  test("documents are deleted by id and by query", async () => {
    const ids = [newId(), newId(), newId()];
    for (const _id of ids) await client.create({ _id, _type: type, batch: ids[0] });
    await client.delete(ids[0] ?? "");
    expect(await client.getDocuments(ids)).toMatchObject([null, { _id: ids[1] }, { _id: ids[2] }]);
    await client.delete({ query: "*[batch == $batch]", params: { batch: ids[0] } });
    expect(await client.getDocuments(ids)).toEqual([null, null, null]);
  });

  test("documents are patched by query, and the answer names them or holds them", async () => {
    const ids = [newId(), newId()];
    for (const _id of ids) await client.create({ _id, _type: type, group: ids[0], n: 1 });
    const selection = { query: "*[group == $group]", params: { group: ids[0] } };
    const patch = client.patch(selection).inc({ n: 1 });
    const named = await patch.commit({ returnDocuments: false, returnFirst: false });
    expect(named.documentIds.sort()).toEqual([...ids].sort());
    const held = await patch.commit({ returnDocuments: true, returnFirst: false });
    expect(held).toMatchObject([{ n: 3 }, { n: 3 }]);
    const dry = await patch.commit({ dryRun: true, returnFirst: false });
    expect(dry).toMatchObject([{ n: 4 }, { n: 4 }]);
    expect(await client.getDocument(ids[1] ?? "")).toMatchObject({ n: 3 });
  });

  test.each(["sync", "async", "deferred"] as const)(
    "a write with visibility %s is seen by the next read",
    async (visibility) => {
      const _id = newId();
      await client.create({ _id, _type: type }, { visibility });
      if (visibility === "sync") expect(await client.getDocument(_id)).toMatchObject({ _id });
      else await expect.poll(() => client.getDocument(_id)).toMatchObject({ _id });
    },
  );

  test("array items get keys when the client asks for it", async () => {
    const _id = newId();
    const list = [{ title: "a" }, { title: "b", _key: "mine" }];
    await client.create({ _id, _type: type, list }, { autoGenerateArrayKeys: true });
    const document = await client.getDocument(_id);
    expect(document?.list).toMatchObject([{ _key: expect.any(String) }, { _key: "mine" }]);
  });
});

describe("references", () => {
  test("a strong reference to nothing is refused, a weak one is not", async () => {
    const target = newId();
    const strong = { _type: "reference", _ref: target };
    const error = await failure(client.create({ _id: newId(), _type: type, to: strong }));
    expect(error.statusCode).toBe(409);
    expect(error.message).toContain(target);
    await client.create({ _id: newId(), _type: type, to: { ...strong, _weak: true } });
  });

  test("a document that is referred to cannot be deleted before the reference is gone", async () => {
    const [target, source] = [newId(), newId()];
    await client.create({ _id: target, _type: type });
    await client.create({ _id: source, _type: type, to: { _type: "reference", _ref: target } });
    const error = await failure(client.delete(target));
    expect(error.statusCode).toBe(409);
    expect(error.message).toContain(source);
    await client.transaction().delete(target).delete(source).commit();
    expect(await client.getDocument(target)).toBeUndefined();
  });

  test("a document that is referred to keeps its type", async () => {
    const [target, source] = [newId(), newId()];
    await client.create({ _id: target, _type: type });
    await client.create({ _id: source, _type: type, to: { _ref: target } });
    const error = await failure(client.createOrReplace({ _id: target, _type: `${type}_b` }));
    expect(error.statusCode).toBe(409);
    await client.delete(source);
    await client.createOrReplace({ _id: target, _type: `${type}_b` });
  });

  test("documents that refer to each other can be created together", async () => {
    const [left, right] = [newId(), newId()];
    await client
      .transaction()
      .create({ _id: left, _type: type, to: { _type: "reference", _ref: right } })
      .create({ _id: right, _type: type, to: { _type: "reference", _ref: left } })
      .commit();
    const query = "*[_id == $left][0].to->to->_id";
    expect(await client.fetch(query, { left })).toBe(left);
    await client.transaction().delete(left).delete(right).commit();
  });
});

describe("perspectives", () => {
  test("drafts are seen in drafts and raw, and not in published", async () => {
    const _id = newId();
    await client.create({ _id, _type: type, title: "published" });
    await client.create({ _id: `drafts.${_id}`, _type: type, title: "draft" });
    const query = "*[_id in [$id, 'drafts.' + $id]]{_id, title, _originalId} | order(_id)";
    const see = (perspective: "published" | "drafts" | "raw") =>
      client.fetch(query, { id: _id }, { perspective });
    expect(await see("published")).toMatchObject([{ _id, title: "published" }]);
    expect(await see("drafts")).toMatchObject([
      { _id, title: "draft", _originalId: `drafts.${_id}` },
    ]);
    expect(await see("raw")).toMatchObject([
      { _id, title: "published" },
      { _id: `drafts.${_id}`, title: "draft" },
    ]);
  });

  test("a list of perspectives shows the first version that it names", async () => {
    const _id = newId();
    const title = (versions: string) => ({ _type: type, title: versions });
    await client.create({ _id, ...title("published") });
    await client.create({ _id: `drafts.${_id}`, ...title("draft") });
    await client.create({ _id: `versions.rSpring.${_id}`, ...title("spring") });
    const see = (perspective: string[]) =>
      client.fetch("*[_id == $id][0].title", { id: _id }, { perspective });
    expect(await see(["rSpring", "drafts"])).toBe("spring");
    expect(await see(["drafts", "rSpring"])).toBe("draft");
    expect(await see(["rAutumn"])).toBe("published");
    const error = await failure(client.fetch("*", {}, { perspective: ["r!"] }));
    expect(error.statusCode).toBe(400);
  });

  test("a document can be read with all its versions", async () => {
    const _id = newId();
    await client.create({ _id, _type: type });
    await client.create({ _id: `drafts.${_id}`, _type: type });
    const documents = await client.getDocument(_id, { includeAllVersions: true });
    expect(documents.map((each) => each._id).sort()).toEqual([_id, `drafts.${_id}`].sort());
  });

  test("a client of the present version reads published documents, an old one reads all", async () => {
    const _id = `drafts.${newId()}`;
    await client.create({ _id, _type: type });
    const query = "count(*[_id == $id])";
    expect(await client.fetch(query, { id: _id })).toBe(0);
    const old = client.withConfig({ apiVersion: "2021-06-07" });
    expect(await old.fetch(query, { id: _id })).toBe(1);
  });
});

describe("actions", () => {
  const act = (action: Action | Action[]) => client.action(action);
  const edit = (id: string, set: Record<string, unknown>): Action => ({
    actionType: "sanity.action.document.edit",
    draftId: `drafts.${id}`,
    publishedId: id,
    patch: { set },
  });
  const publish = (id: string, revision?: string): Action => ({
    actionType: "sanity.action.document.publish",
    draftId: `drafts.${id}`,
    publishedId: id,
    ifPublishedRevisionId: revision,
  });

  test("a draft is created, edited, published, edited again, discarded, unpublished and deleted", async () => {
    const id = newId();
    const pair = async () => {
      const [published, draft] = await client.getDocuments([id, `drafts.${id}`]);
      return { published: published?.title, draft: draft?.title };
    };
    await act({
      actionType: "sanity.action.document.create",
      publishedId: id,
      attributes: { _id: `drafts.${id}`, _type: type, title: "one" },
      ifExists: "fail",
    });
    expect(await pair()).toEqual({ published: undefined, draft: "one" });
    await act(edit(id, { title: "two" }));
    await act(publish(id));
    expect(await pair()).toEqual({ published: "two", draft: undefined });
    const before = await client.getDocument(id);
    await act(edit(id, { title: "three" }));
    expect(await pair()).toEqual({ published: "two", draft: "three" });
    await act({ actionType: "sanity.action.document.discard", draftId: `drafts.${id}` });
    expect(await pair()).toEqual({ published: "two", draft: undefined });
    await act(edit(id, { title: "four" }));
    await act(publish(id, before?._rev));
    const after = await client.getDocument(id);
    expect(after).toMatchObject({ title: "four", _createdAt: before?._createdAt });
    await act({
      actionType: "sanity.action.document.unpublish",
      draftId: `drafts.${id}`,
      publishedId: id,
    });
    expect(await pair()).toEqual({ published: undefined, draft: "four" });
    await act(publish(id));
    await act(edit(id, { title: "five" }));
    const remove = (includeDrafts: string[]): Action => ({
      actionType: "sanity.action.document.delete",
      publishedId: id,
      includeDrafts,
    });
    expect((await failure(act(remove([])))).statusCode).toBeLessThan(500);
    expect(await pair()).toEqual({ published: "four", draft: "five" });
    await act(remove([`drafts.${id}`]));
    expect(await pair()).toEqual({ published: undefined, draft: undefined });
  });

  test("publishing over a revision that one has not seen is refused", async () => {
    const id = newId();
    await client.create({ _id: id, _type: type, title: "published" });
    await act(edit(id, { title: "draft" }));
    const error = await failure(act(publish(id, "another-revision")));
    expect(error.statusCode).toBe(409);
    expect((await client.getDocument(id))?.title).toBe("published");
  });

  test("several actions happen as a whole or not at all", async () => {
    const id = newId();
    await client.create({ _id: id, _type: type, title: "a" });
    await failure(act([edit(id, { title: "b" }), publish(newId())]));
    expect(await client.getDocument(`drafts.${id}`)).toBeUndefined();
  });

  test("publishing makes a reference strong that waited for its target", async () => {
    const [target, source] = [newId(), newId()];
    await client.create({ _id: target, _type: type });
    const to = {
      _type: "reference",
      _ref: target,
      _weak: true,
      _strengthenOnPublish: { type },
    };
    await client.create({ _id: `drafts.${source}`, _type: type, to });
    await act(publish(source));
    expect((await client.getDocument(source))?.to).toEqual({ _type: "reference", _ref: target });
    await client.transaction().delete(source).delete(target).commit();
  });
});

describe("listening", () => {
  test("a listener hears appear, update and disappear of what its filter matches, in an unbroken chain", async () => {
    const _id = newId();
    const recorder = new Recorder<ListenEvent>(
      client.listen(
        "*[_id == $id]",
        { id: _id },
        { events: ["welcome", "mutation"], includePreviousRevision: true },
      ),
    );
    await recorder.find((event) => event.type === "welcome");
    const created = await client.create({ _id, _type: type, n: 1 });
    const patched = await client.patch(_id).inc({ n: 1 }).commit();
    await client.delete(_id);
    await recorder.find((event) => event.type === "mutation" && event.transition === "disappear");
    recorder.stop();
    const [appear, update, disappear] = recorder.events.slice(1);
    expect(appear).toMatchObject({
      type: "mutation",
      transition: "appear",
      documentId: _id,
      resultRev: created._rev,
      result: created,
      mutations: [{ create: { _id, n: 1, _createdAt: created._createdAt } }],
      transactionTotalEvents: 1,
      transactionCurrentEvent: 1,
    });
    expect(appear).not.toHaveProperty("previousRev");
    expect(update).toMatchObject({
      transition: "update",
      previousRev: created._rev,
      resultRev: patched._rev,
      previous: created,
      result: patched,
      timestamp: patched._updatedAt,
      mutations: [{ patch: { id: _id, inc: { n: 1 } } }],
    });
    expect(disappear).toMatchObject({
      transition: "disappear",
      previousRev: patched._rev,
      mutations: [{ delete: { id: _id } }],
    });
    expect(disappear).not.toHaveProperty("result");
  });

  test("a document that ceases to match its filter disappears, and appears when it matches again", async () => {
    const _id = newId();
    await client.create({ _id, _type: type, state: "in" });
    const recorder = new Recorder<ListenEvent>(
      client.listen(
        "*[_id == $id && state == 'in']",
        { id: _id },
        { events: ["welcome", "mutation"] },
      ),
    );
    await recorder.find((event) => event.type === "welcome");
    await client.patch(_id).set({ state: "out" }).commit();
    await client.patch(_id).set({ state: "further out" }).commit();
    await client.patch(_id).set({ state: "in" }).commit();
    await recorder.find((event) => event.type === "mutation" && event.result?.state === "in");
    recorder.stop();
    expect(recorder.events.slice(1)).toMatchObject([
      { transition: "disappear", result: { state: "out" } },
      { transition: "appear", result: { state: "in" } },
    ]);
  });

  test("an event says how many of its transaction this listener gets", async () => {
    const [first, second, other] = [newId(), newId(), newId()];
    const recorder = new Recorder<ListenEvent>(
      client.listen(
        "*[_id in $ids]",
        { ids: [first, second] },
        { events: ["welcome", "mutation"] },
      ),
    );
    await recorder.find((event) => event.type === "welcome");
    await client
      .transaction()
      .create({ _id: first, _type: type })
      .create({ _id: other, _type: type })
      .create({ _id: second, _type: type })
      .commit();
    await recorder.find((event) => event.type === "mutation" && event.documentId === second);
    recorder.stop();
    expect(recorder.events.slice(1)).toMatchObject([
      { documentId: first, transactionTotalEvents: 2, transactionCurrentEvent: 1 },
      { documentId: second, transactionTotalEvents: 2, transactionCurrentEvent: 2 },
    ]);
  });

  test("a client of the present version hears of drafts only when it asks for all versions", async () => {
    const _id = newId();
    const listen = (includeAllVersions: boolean) =>
      new Recorder<ListenEvent>(
        client.listen(
          "*[_id in [$id, 'drafts.' + $id]]",
          { id: _id },
          { events: ["welcome", "mutation"], includeAllVersions },
        ),
      );
    const [all, published] = [listen(true), listen(false)];
    for (const recorder of [all, published]) {
      await recorder.find((event) => event.type === "welcome");
    }
    await client.create({ _id: `drafts.${_id}`, _type: type });
    await client.create({ _id, _type: type });
    for (const recorder of [all, published]) {
      await recorder.find((event) => event.type === "mutation" && event.documentId === _id);
      recorder.stop();
    }
    expect(all.events).toHaveLength(3);
    expect(published.events).toHaveLength(2);
  });

  test("a malformed filter ends the listener with an error", async () => {
    await expect(firstValueFrom(client.listen("*[", {}))).rejects.toThrow();
  });
});

describe("live content", () => {
  const tagged = (event: LiveEvent): event is Extract<LiveEvent, { type: "message" }> =>
    event.type === "message";

  test("publishing names a tag of the queries that it made old, and a draft does not", async () => {
    const _id = newId();
    await client.create({ _id, _type: type, title: "old" });
    const query = `*[_type == "${type}" && _id == $id][0].title`;
    const answer = await client.fetch(query, { id: _id }, { filterResponse: false });
    expect(answer.result).toBe("old");
    const tags = new Set<string>(answer.syncTags);
    const hits = (event: LiveEvent) => tagged(event) && event.tags.some((tag) => tags.has(tag));
    const recorder = new Recorder(client.live.events());
    const drafts = new Recorder(client.live.events({ includeDrafts: true }));
    for (const each of [recorder, drafts]) await each.find((event) => event.type === "welcome");
    await client.create({ _id: `drafts.${_id}`, _type: type, title: "draft" });
    await drafts.find(hits);
    expect(recorder.events.some(hits)).toBe(false);
    await client.patch(_id).set({ title: "new" }).commit();
    await recorder.find(hits);
    recorder.stop();
    drafts.stop();
    expect(await client.fetch(query, { id: _id })).toBe("new");
  });
});

describe("queries", () => {
  test("a long query goes as a body and is answered alike", async () => {
    const _id = newId();
    await client.create({ _id, _type: type });
    const padding = `// ${"x".repeat(15_000)}\n`;
    expect(await client.fetch(`${padding}*[_id == $id][0]._id`, { id: _id })).toBe(_id);
  });

  test("an answer repeats its query unless told not to, and names its tags", async () => {
    const query = "*[_type == 'nothing'][0...$count]";
    const options = { filterResponse: false, tag: "contract.a" } as const;
    const long = await client.fetch(query, { count: 2 }, options);
    expect(long).toMatchObject({ query, result: [], ms: expect.any(Number) });
    const short = await client.fetch(query, { count: 2 }, { ...options, returnQuery: false });
    expect(short).not.toHaveProperty("query");
    expect(short.syncTags).toEqual([expect.stringMatching(/^s1:/)]);
  });

  test("a function that there is not is an error that names it", async () => {
    const error = await failure(client.fetch("*[nothing::at(1)]"));
    expect(error.statusCode).toBe(400);
    expect(error.message).toContain("nothing");
  });

  test("a malformed query is an error that shows the place", async () => {
    const error = await failure(client.fetch("*[_type == "));
    expect(error.statusCode).toBe(400);
    expect(error.message).toContain("GROQ query parse error");
    expect(error.details).toMatchObject({ type: "queryParseError", query: "*[_type == " });
  });

  test("raw and parameterised queries see what was written just before", async () => {
    const _id = `drafts.${newId()}`;
    for (let n = 0; n < 20; n++) {
      await client.createOrReplace({ _id, _type: type, n });
      expect(await client.fetch("*[_id == $id][0].n", { id: _id }, raw)).toBe(n);
    }
  });
});
