import { BehaviorSubject, of } from "rxjs";
import { expect, test, vi } from "vitest";
import { followDocument, noteSent, sendUnsaved } from "./unsaved";

const post = { _id: "drafts.post-a", _type: "post" };

/** An edit of the title as the Studio sends it. */
const edit = (title: string) => ({
  actionType: "sanity.action.document.edit",
  draftId: "drafts.post-a",
  publishedId: "post-a",
  patch: { set: { title } },
});

test("letters typed while an edit waits for the one before it are sent when the page goes", () => {
  const isConsistent = new BehaviorSubject(true);
  const versions = new BehaviorSubject({ draft: { ...post, title: "" }, published: null });
  const operations = of({ commit: { disabled: false, execute: () => {} } });
  const typist = { documentId: "post-a", userId: "ada" };
  followDocument(typist, operations, isConsistent, versions);
  isConsistent.next(false);
  versions.next({ draft: { ...post, title: "Ink, and on" }, published: null });
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
});
