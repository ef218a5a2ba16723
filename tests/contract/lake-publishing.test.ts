import type { Action } from "@sanity/client";
import { describe, expect, test } from "vitest";
import { client, failure, newId, type } from "./support/lake";

describe("references", () => {
  test("a strong reference to a missing document is refused, a weak one is not", async () => {
    const target = newId();
    const strong = { _type: "reference", _ref: target };
    const error = await failure(client.create({ _id: newId(), _type: type, to: strong }));
    expect(error.statusCode).toBe(409);
    expect(error.message).toContain(target);
    await client.create({ _id: newId(), _type: type, to: { ...strong, _weak: true } });
  });

  test("a referenced document cannot be deleted before the reference is removed", async () => {
    const [target, source] = [newId(), newId()];
    await client.create({ _id: target, _type: type });
    await client.create({ _id: source, _type: type, to: { _type: "reference", _ref: target } });
    const error = await failure(client.delete(target));
    expect(error.statusCode).toBe(409);
    expect(error.message).toContain(source);
    await client.transaction().delete(target).delete(source).commit();
    expect(await client.getDocument(target)).toBeUndefined();
  });

  test("a referenced document keeps its type", async () => {
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

  test("a current client reads published documents, an old one reads all", async () => {
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

  test("publishing over an unseen revision is refused", async () => {
    const id = newId();
    await client.create({ _id: id, _type: type, title: "published" });
    await act(edit(id, { title: "draft" }));
    const error = await failure(act(publish(id, "another-revision")));
    expect(error.statusCode).toBe(409);
    expect((await client.getDocument(id))?.title).toBe("published");
  });

  test("several actions are carried out as a whole or not at all", async () => {
    const id = newId();
    await client.create({ _id: id, _type: type, title: "a" });
    await failure(act([edit(id, { title: "b" }), publish(newId())]));
    expect(await client.getDocument(`drafts.${id}`)).toBeUndefined();
  });

  test("publishing makes a reference strong whose target was unpublished", async () => {
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
