import { expect, test } from "vitest";
import { parsePerspective, Perspectives } from "./perspective";

const times = { _createdAt: "2024-01-01T00:00:00.000Z", _updatedAt: "2024-01-01T00:00:00.000Z" };

const perspectives = new Perspectives();
perspectives.apply(
  ["a", "drafts.a", "versions.r1.a", "drafts.b", "versions.r1.c"].map((id) => ({
    id,
    after: { _id: id, _type: "post", _rev: "r", ...times },
  })),
);

test.each([
  ["published", ["a"]],
  ["drafts", ["drafts.a", "drafts.b"]],
  ["drafts,published", ["drafts.a", "drafts.b"]],
  ["published,drafts", ["a", "drafts.b"]],
  ["published,published", ["a"]],
  ["r1,drafts", ["versions.r1.a", "drafts.b", "versions.r1.c"]],
  ["r1,published,previewDrafts", ["versions.r1.a", "drafts.b", "versions.r1.c"]],
])("the perspective %s shows the first of its versions of each document", (text, seen) => {
  const { all } = perspectives.view(parsePerspective(text));
  expect(all.map(({ _id, _originalId = _id }) => _originalId)).toEqual(seen);
});
