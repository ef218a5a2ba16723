import { expect, test } from "vitest";
import { schemaTypes } from "../../schemas";
import { serveNewLake } from "../../tests/contract/support/new-lake";
import { desk, states } from "./desk";
import { icons } from "../icons";

test("every document type is on the desk once", () => {
  const onDesk = desk.flatMap((entry) => {
    if (!entry) return [];
    return "type" in entry ? [entry.type] : entry.entries.map(({ type }) => type);
  });
  const documents = schemaTypes.filter(({ type }) => type === "document").map(({ name }) => name);
  expect(onDesk.toSorted()).toEqual(documents.toSorted());
});

test("every icon belongs to an existing type", () => {
  const names = new Set(schemaTypes.map(({ name }) => name));
  expect(Object.keys(icons).filter((name) => !names.has(name))).toEqual([]);
});

test("the list of drafts has those of documents, whichever way the Studio queries", async () => {
  const served = await serveNewLake();
  const client = served.client();
  await client.createOrReplace({ _id: "drafts.author-new", _type: "author", name: "New" });
  await client.create({ _id: "drafts.secret", _type: "sanity.previewUrlSecret", secret: "s" });
  const filter = states.find(({ id }) => id === "drafts")?.filter;
  for (const [perspective, id] of [
    ["drafts", "author-new"],
    ["raw", "drafts.author-new"],
  ] as const) {
    expect(await client.fetch(`*[${filter}]._id`, {}, { perspective })).toEqual([id]);
  }
  await served.close();
});
