import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "@platen/postgres/database";
import { openMemoryDatabase } from "@platen/postgres/testing/memory";
import { act } from "./actions";
import type { Document } from "../document";
import { LakeError } from "../errors";
import { mutate } from "./mutations";
import { Queries } from "../query/queries";
import { Store } from "../store";

let database: Database;
let store: Store;

beforeAll(async () => {
  database = await openMemoryDatabase();
  store = await Store.open(database);
});
afterAll(async () => {
  await store.settled();
  await database.close();
});

const context = { identity: "ann", projectId: "local", dataset: "production" };

const write = (...documents: Record<string, unknown>[]) =>
  mutate(
    { store, queries: new Queries(store, undefined) },
    { mutations: documents.map((createOrReplace) => ({ createOrReplace })) },
    { context },
  );

const perform = (...actions: Record<string, unknown>[]) =>
  act(
    store,
    {
      actions: actions.map(({ type, ...action }) => ({
        actionType: `sanity.action.document.${String(type)}`,
        ...action,
      })),
    },
    "ann",
  );

async function refusal(promise: Promise<unknown>): Promise<LakeError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason) => reason,
  );
  if (error instanceof LakeError) return error;
  throw new Error(`A LakeError was expected, not ${String(error)}`);
}

/** The attributes that a person wrote. */
function content(id: string): Record<string, unknown> | undefined {
  const document: Document | undefined = store.get(id);
  if (!document) return undefined;
  const { _id, _rev, _createdAt, _updatedAt, ...rest } = document;
  expect([_id, _rev, _createdAt, _updatedAt].every((each) => each !== "")).toBe(true);
  return rest;
}

describe("create", () => {
  const create = (id: string, rest: Record<string, unknown> = {}) => ({
    type: "create",
    publishedId: id,
    attributes: { _id: `drafts.${id}`, _type: "note", _rev: "old", _updatedAt: "old", n: 1 },
    ifExists: "fail",
    ...rest,
  });

  test("fails when the draft exists, or ignores that if requested", async () => {
    await perform(create("c1"));
    expect(content("drafts.c1")).toEqual({ _type: "note", n: 1 });
    expect((await refusal(perform(create("c1")))).status).toBe(409);
    await perform(create("c1", { ifExists: "ignore" }));
  });

  test("fails when the document is published", async () => {
    await write({ _id: "c2", _type: "note" });
    expect((await refusal(perform(create("c2")))).status).toBe(409);
  });

  test("fails when the attributes belong to another document", async () => {
    const error = await refusal(perform(create("c3", { publishedId: "c4" })));
    expect(error.status).toBe(400);
    expect(error.body).toMatchObject({ error: { type: "actionError", items: [{ index: 0 }] } });
  });
});

describe("edit", () => {
  const edit = (id: string, rest: Record<string, unknown> = {}) => ({
    type: "edit",
    draftId: `drafts.${id}`,
    publishedId: id,
    patch: { set: { title: "edited" } },
    ...rest,
  });

  test("starts a draft from the published version", async () => {
    await write({ _id: "e1", _type: "note", title: "published", body: "kept" });
    await perform(edit("e1"));
    expect(content("drafts.e1")).toEqual({ _type: "note", title: "edited", body: "kept" });
    expect(content("e1")).toEqual({ _type: "note", title: "published", body: "kept" });
  });

  test("gives a new revision even if it changes nothing", async () => {
    await write({ _id: "drafts.e2", _type: "note" });
    const before = store.get("drafts.e2")?._rev;
    await perform(edit("e2", { patch: { unset: ["_empty_action_guard_pseudo_field_"] } }));
    expect(store.get("drafts.e2")?._rev).not.toBe(before);
  });

  test("fails when there is neither draft nor published document", async () => {
    expect((await refusal(perform(edit("e3")))).status).toBe(409);
  });

  test("can edit the version of a release", async () => {
    await write({ _id: "e4", _type: "note", title: "published" });
    await perform(edit("e4", { draftId: "versions.r1.e4" }));
    expect(content("versions.r1.e4")).toEqual({ _type: "note", title: "edited" });
  });

  test.each([
    ["an unknown operation", { patch: { merge: {} } }],
    ["a path with an open bracket", { patch: { set: { "a[": 1 } } }],
    ["a path with an extra closing bracket", { patch: { unset: ["a]"] } }],
    ["a path with an open quote", { patch: { unset: ['a[_key=="b]'] } }],
    ["a path with a quoted name", { patch: { inc: { "a.'b'": 1 } } }],
    ["an empty path", { patch: { insert: { before: "", items: [] } } }],
    ["another type", { patch: { set: { _type: "other" } } }],
    ["another id", { patch: { set: { _id: "other" } } }],
    ["a published document", { draftId: "e5" }],
    ["a draft of another document", { draftId: "drafts.other" }],
    ["an insert without a position", { patch: { insert: { items: [] } } }],
  ])("refuses %s", async (_, rest) => {
    await write({ _id: "e5", _type: "note" });
    const error = await refusal(perform(edit("e5", rest)));
    expect(error.status).toBe(400);
    expect(store.get("drafts.e5")).toBeUndefined();
  });
});

describe("publish", () => {
  test("checks the given revisions", async () => {
    await write({ _id: "p1", _type: "note" }, { _id: "drafts.p1", _type: "note", n: 1 });
    const publish = { type: "publish", draftId: "drafts.p1", publishedId: "p1" };
    const wrong = { ...publish, ifDraftRevisionId: "other" };
    expect((await refusal(perform(wrong))).status).toBe(409);
    await perform({ ...publish, ifDraftRevisionId: store.get("drafts.p1")?._rev });
    expect(content("p1")).toStrictEqual({ _type: "note", n: 1 });
    expect(store.get("drafts.p1")).toBeUndefined();
  });

  test("keeps a reference weak when the schema wants it weak", async () => {
    const to = { _type: "reference", _ref: "nowhere", _weak: true };
    const list = [{ _key: "a", ...to, _strengthenOnPublish: { type: "note", weak: true } }];
    await write({ _id: "drafts.p2", _type: "note", list });
    await perform({ type: "publish", draftId: "drafts.p2", publishedId: "p2" });
    expect(content("p2")).toEqual({ _type: "note", list: [{ _key: "a", ...to }] });
  });

  test("is refused while a reference that becomes strong has no target", async () => {
    const to = { _type: "reference", _ref: "nowhere", _weak: true, _strengthenOnPublish: {} };
    await write({ _id: "drafts.p3", _type: "note", to });
    const publish = perform({ type: "publish", draftId: "drafts.p3", publishedId: "p3" });
    const error = await refusal(publish);
    expect(error.status).toBe(409);
    expect(error.message).toContain("nowhere");
    expect(store.get("drafts.p3")).toBeDefined();
  });
});

describe("unpublish and delete", () => {
  test("name the documents that still refer to the one being removed", async () => {
    const to = { _type: "reference", _ref: "u1" };
    await write({ _id: "u1", _type: "note" }, { _id: "u2", _type: "note", to });
    for (const action of [
      { type: "unpublish", draftId: "drafts.u1", publishedId: "u1" },
      { type: "delete", publishedId: "u1", includeDrafts: [] },
    ]) {
      const error = await refusal(perform(action));
      expect(error.status).toBe(409);
      expect(error.body).toMatchObject({
        error: {
          items: [
            { error: { type: "documentHasExistingReferencesError", referencingIDs: ["u2"] } },
          ],
        },
      });
    }
    expect(store.get("u1")).toBeDefined();
    expect(store.get("drafts.u1")).toBeUndefined();
  });

  test("unpublishing keeps an existing draft", async () => {
    await write(
      { _id: "u3", _type: "note", n: "published" },
      { _id: "drafts.u3", _type: "note", n: "draft" },
    );
    await perform({ type: "unpublish", draftId: "drafts.u3", publishedId: "u3" });
    expect(store.get("u3")).toBeUndefined();
    expect(content("drafts.u3")).toMatchObject({ n: "draft" });
  });

  test("deleting is refused when a version is not included", async () => {
    await write({ _id: "u4", _type: "note" }, { _id: "versions.r1.u4", _type: "note" });
    const remove = (includeDrafts: string[]) =>
      perform({ type: "delete", publishedId: "u4", includeDrafts });
    expect((await refusal(remove([]))).status).toBe(409);
    await remove(["versions.r1.u4"]);
    expect(store.get("versions.r1.u4")).toBeUndefined();
  });
});

describe("replaceDraft", () => {
  test("restores attributes over the draft", async () => {
    await write({ _id: "r1", _type: "note" });
    const attributes = { _id: "drafts.r1", _type: "note", title: "restored", _rev: "old" };
    await perform({ type: "replaceDraft", publishedId: "r1", attributes });
    expect(content("drafts.r1")).toEqual({ _type: "note", title: "restored" });
  });

  test("restores a deleted document together with its creation", async () => {
    const attributes = { _id: "drafts.r2", _type: "note", title: "restored" };
    const replace = { type: "replaceDraft", publishedId: "r2", attributes };
    expect((await refusal(perform(replace))).status).toBe(409);
    await perform({ type: "create", publishedId: "r2", attributes, ifExists: "fail" }, replace);
    expect(content("drafts.r2")).toMatchObject({ title: "restored" });
  });
});

describe("versions", () => {
  test("are created from a document or a base, replaced, marked and discarded", async () => {
    await write({ _id: "v1", _type: "note", n: 1 });
    const versionId = "versions.r1.v1";
    await perform({
      type: "version.create",
      publishedId: "v1",
      baseId: "v1",
      versionId,
      ifBaseRevisionId: store.get("v1")?._rev,
    });
    expect(content(versionId)).toEqual({ _type: "note", n: 1 });
    const document = { _id: versionId, _type: "note", n: 2 };
    await perform({ type: "version.replace", document });
    expect(content(versionId)).toEqual({ _type: "note", n: 2 });
    const seen = () => store.perspectives.view(["r1"]).get("v1");
    expect(seen()?.n).toBe(2);
    await perform({ type: "version.unpublish", versionId, publishedId: "v1" });
    expect(seen()).toBeUndefined();
    expect(
      (await refusal(perform({ type: "version.create", publishedId: "v1", document }))).status,
    ).toBe(409);
    await perform({ type: "version.discard", versionId });
    expect(seen()?.n).toBe(1);
    expect((await refusal(perform({ type: "version.discard", versionId }))).status).toBe(409);
    expect((await refusal(perform({ type: "discard", draftId: "v1" }))).status).toBe(400);
  });
});

describe("a request", () => {
  test("with an unknown action is refused, and names its position", async () => {
    const known = {
      type: "create",
      publishedId: "x1",
      attributes: { _id: "drafts.x1", _type: "a" },
    };
    const error = await refusal(perform(known, { type: "explode" }));
    expect(error.status).toBe(400);
    expect(error.body).toMatchObject({ error: { items: [{ index: 1 }] } });
    expect(error.message).toContain(
      'Action "sanity.action.document.explode" is not available in this content lake',
    );
    expect(store.get("drafts.x1")).toBeUndefined();
  });

  test("may be a dry run", async () => {
    const action = {
      actionType: "sanity.action.document.create",
      publishedId: "x2",
      attributes: { _id: "drafts.x2", _type: "a" },
    };
    await act(store, { actions: action, dryRun: true }, "ann");
    await act(store, { actions: action }, "ann", { dryRun: true });
    expect(store.get("drafts.x2")).toBeUndefined();
  });
});
