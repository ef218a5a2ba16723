import type { LakeDocument } from "../../schemas/content-check";
import { expect, test } from "vitest";
import { serveNewLake } from "../../tests/contract/support/new-lake";
import {
  actionsFor,
  applies,
  bulkRows,
  referrersFirst,
  stillUsed,
  type BulkAction,
} from "./bulk-rows";

const author = (id: string, name: string) => ({ _id: id, _type: "author", name, role: "Editor" });
const editor = [{ name: "editor" }];

test("a draft and its published version are one row, and singletons are left out", () => {
  const rows = bulkRows([
    author("nora", "Nora"),
    author("drafts.nora", "Nora N."),
    author("drafts.ada", "Ada"),
    { _id: "homePage", _type: "homePage" },
    { _id: "image-a", _type: "sanity.imageAsset" },
  ]);
  expect(rows.map(({ id, title }) => [id, title])).toEqual([
    ["ada", "Ada"],
    ["nora", "Nora N."],
  ]);
  expect(rows.map(({ draft, published }) => [!!draft, !!published])).toEqual([
    [true, false],
    [true, true],
  ]);
});

test("actions that the form would refuse, or only administrators may take, are not offered", () => {
  const [faq, plan] = bulkRows([
    { _id: "drafts.faq-new", _type: "faq", question: "A question without an answer?" },
    { _id: "plan-new", _type: "plan", name: "Plan" },
  ]);
  if (!faq || !plan) throw new Error("Both must be listed.");
  expect(faq.problem).not.toBeNull();
  expect(applies("publish", faq, editor)).toBe(false);
  expect(applies("unpublish", faq, editor)).toBe(false);
  expect(applies("delete", faq, editor)).toBe(true);
  expect(applies("delete", plan, editor)).toBe(false);
  expect(applies("delete", plan, [{ name: "administrator" }])).toBe(true);
});

test("referring documents come before their targets", () => {
  const article = { _id: "post-a", _type: "post", title: "A", author: { _ref: "nora" } };
  const rows = bulkRows([author("nora", "Nora"), author("ada", "Ada"), { ...article, title: "Z" }]);
  const ids = referrersFirst(rows).map(({ id }) => id);
  expect(ids.toSorted()).toEqual(["ada", "nora", "post-a"]);
  expect(ids.indexOf("post-a")).toBeLessThan(ids.indexOf("nora"));
});

test("what others refer to stays, unless they are removed with it", () => {
  const article = { _id: "post-a", _type: "post", title: "A", author: { _ref: "nora" } };
  const home = { _id: "homePage", _type: "homePage", author: { _ref: "ada" } };
  const rows = bulkRows([author("nora", "Nora"), author("ada", "Ada"), article, home]);
  const withoutArticle = rows.filter(({ type }) => type === "author");
  expect(stillUsed(withoutArticle).map(({ id }) => id)).toEqual(["ada", "nora"]);
  expect(stillUsed(rows).map(({ id }) => id)).toEqual(["ada"]);
});

test("each action writes what the form's action does, redirects included", async () => {
  const served = await serveNewLake();
  const client = served.client();
  const documents = () =>
    client.fetch<LakeDocument[]>('*[!(_type match "system.**")]', {}, { perspective: "raw" });
  const perform = async (action: BulkAction, id: string) => {
    const row = bulkRows(await documents()).find((each) => each.id === id);
    if (!row) throw new Error(`${id} is not listed.`);
    await client.action(await actionsFor(client, action, row));
  };
  const ids = async () => (await documents()).map(({ _id }) => _id).toSorted();
  const article = { _type: "post", title: "Moved" };
  await client.create({ ...article, _id: "post-a", slug: { _type: "slug", current: "old" } });
  await client.create({
    ...article,
    _id: "drafts.post-a",
    slug: { _type: "slug", current: "new" },
  });
  await client.create(author("drafts.ada", "Ada"));

  await perform("publish", "post-a");
  expect(await client.fetch('*[from == "/blog/old"]{ from, to }')).toEqual([
    { from: "/blog/old", to: "/blog/new" },
  ]);
  await perform("unpublish", "post-a");
  expect(await ids()).toContain("drafts.post-a");
  await perform("publish", "post-a");
  await client.create({ ...article, _id: "drafts.post-a" });
  await perform("delete", "post-a");
  await perform("delete", "ada");
  expect((await ids()).filter((id) => /^(drafts\.)?(post-a|ada)$/.test(id))).toEqual([]);
});
