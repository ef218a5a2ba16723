import { expect, test } from "vitest";
import { applyScheduledEdit, scheduledEdit, sharedWithDraft } from "./scheduled-edit";

const published = { _rev: "1", _type: "author", name: "Ada", role: "Pressman", bio: "Prints." };
const edit = (changes: object) =>
  applyScheduledEdit(
    scheduledEdit.parse({
      _id: "scheduledEdit.author-ada",
      _type: "scheduledEdit",
      document: "author-ada",
      documentType: "author",
      baseRevision: "1",
      base: JSON.stringify(published),
      publishAt: "2099-01-01T00:00:00Z",
      content: JSON.stringify({ ...published, ...changes }),
    }),
    published,
  );

test("a draft that changes a field otherwise than the scheduled edit shares its title", () => {
  const draft = { ...published, role: "Printer", bio: "Prints at night." };
  expect(sharedWithDraft(edit({ role: "Binder" }), published, draft)).toEqual(["Role"]);
});

test("a draft shares nothing with an edit of other fields, or of the same to the same words", () => {
  const draft = { ...published, role: "Binder" };
  expect(sharedWithDraft(edit({ bio: "Binds." }), published, draft)).toEqual([]);
  expect(sharedWithDraft(edit({ role: "Binder" }), published, draft)).toEqual([]);
  expect(sharedWithDraft(edit({ role: "Binder" }), published, null)).toEqual([]);
});
