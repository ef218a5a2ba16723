import { BehaviorSubject, of } from "rxjs";
import { expect, test, vi } from "vitest";
import { followDocument, noteSent, sendUnsaved } from "./unsaved";

/** An edit of the title as the Studio sends it. */
const edit = (title: string) => ({
  actionType: "sanity.action.document.edit",
  draftId: "drafts.post-a",
  publishedId: "post-a",
  patch: { set: { title } },
});

/** The form of a document in which this was typed, and is not saved. */
function openForm(id: string, title: string) {
  const post = { _id: `drafts.${id}`, _type: "post" };
  const isConsistent = new BehaviorSubject(true);
  const versions = new BehaviorSubject({ draft: { ...post, title: "" }, published: null });
  const operations = of({ commit: { disabled: false, execute: () => {} } });
  followDocument({ documentId: id, userId: "ada" }, operations, isConsistent, versions);
  isConsistent.next(false);
  versions.next({ draft: { ...post, title }, published: null });
  return isConsistent;
}

test("letters typed while an edit waits for the one before it are sent when the page goes", () => {
  const isConsistent = openForm("post-a", "Ink, and on");
  const send = vi.fn();
  noteSent({ transactionId: "first", actions: [edit("I")], post: send });
  // It was formed of two letters, and waited for the first.
  noteSent({ transactionId: "second", actions: [edit("Ink")], post: send });
  sendUnsaved();
  expect(send.mock.calls).toEqual([
    ["actions", { transactionId: "second", actions: [edit("Ink"), edit("Ink, and on")] }],
    [
      "mutate",
      {
        mutations: [
          { patch: { id: "drafts.post-a", ifRevisionID: "second", set: { title: "Ink, and on" } } },
        ],
      },
    ],
  ]);
  isConsistent.next(true);
});

test("an edit that cannot be applied to what the form had is sent all the same", () => {
  const isConsistent = openForm("post-a", "Ink");
  const patch = { insert: { after: "title[0]", items: ["a"] } };
  const actions = [{ ...edit(""), patch }];
  expect(() => noteSent({ transactionId: "first", actions, post: vi.fn() })).not.toThrow();
  isConsistent.next(true);
});
