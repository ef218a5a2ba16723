import { randomUUID } from "node:crypto";
import type { Patch } from "@sanity/client";
import { describe, expect, test } from "vitest";
import { client, failure, newId, type } from "./support/lake";

describe("reading and writing", () => {
  test("a created document can be fetched, and has id, type, revision and times", async () => {
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

  test("creating an existing document is refused and changes nothing", async () => {
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

  test("createIfNotExists keeps an existing document and createOrReplace replaces it", async () => {
    const _id = newId();
    await client.createIfNotExists({ _id, _type: type, title: "first", extra: 1 });
    await client.createIfNotExists({ _id, _type: type, title: "second" });
    expect((await client.getDocument(_id))?.title).toBe("first");
    await client.createOrReplace({ _id, _type: type, title: "third" });
    const document = await client.getDocument(_id);
    expect(document?.title).toBe("third");
    expect(document).not.toHaveProperty("extra");
  });

  test("a patch sets, unsets, increments and inserts", async () => {
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

  test("a patch addresses by index from either end, range, key, filter, and everywhere", async () => {
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

  test("incrementing a missing value is refused, and missing elements are not created", async () => {
    const _id = newId();
    await client.create({ _id, _type: type, list: [{ _key: "a" }] });
    const error = await failure(client.patch(_id).set({ title: "x" }).inc({ n: 1 }).commit());
    expect(error.message).toContain("because it is not present");
    expect(error.statusCode).toBeGreaterThanOrEqual(400);
    expect(error.statusCode).toBeLessThan(500);
    const patch = { "list[3]": "x", "list[3].title": "x", 'list[_key=="b"].title': "x" };
    const patched = await client.patch(_id).set(patch).commit();
    expect(patched).toMatchObject({ list: [{ _key: "a" }] });
    expect(patched).not.toHaveProperty("title");
  });

  test("every write gives a new revision, even without a change", async () => {
    const _id = newId();
    const { _rev } = await client.create({ _id, _type: type });
    const same = await client.patch(_id).unset(["nothing"]).commit();
    expect(same._rev).not.toBe(_rev);
  });

  test("a patch with an outdated revision is refused", async () => {
    const _id = newId();
    const { _rev } = await client.create({ _id, _type: type, n: 0 });
    await client.patch(_id).ifRevisionId(_rev).inc({ n: 1 }).commit();
    const error = await failure(client.patch(_id).ifRevisionId(_rev).inc({ n: 1 }).commit());
    expect(error.statusCode).toBe(409);
    expect((await client.getDocument(_id))?.n).toBe(1);
  });

  test("a patch of a missing document is refused", async () => {
    const error = await failure(client.patch(newId()).set({ n: 1 }).commit());
    expect(error.statusCode).toBeGreaterThanOrEqual(400);
    expect(error.statusCode).toBeLessThan(500);
    expect(error.details).toMatchObject({ items: [{ error: { type: "documentNotFoundError" } }] });
  });

  test("a transaction is carried out as a whole or not at all", async () => {
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

  test("a transaction id chosen by the client becomes the revision, and cannot be used again", async () => {
    const _id = newId();
    const transactionId = randomUUID();
    await client.create({ _id, _type: type }, { transactionId });
    // The client's own create() does not forward a transaction id; mutate() does.
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
    // Sanity's own guide sends it in the body.
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

  test("documents are patched by query, and the response has their ids or contents", async () => {
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

  test("array items get keys when the client requests it", async () => {
    const _id = newId();
    const list = [{ title: "a" }, { title: "b", _key: "mine" }];
    await client.create({ _id, _type: type, list }, { autoGenerateArrayKeys: true });
    const document = await client.getDocument(_id);
    expect(document?.list).toMatchObject([{ _key: expect.any(String) }, { _key: "mine" }]);
  });
});
