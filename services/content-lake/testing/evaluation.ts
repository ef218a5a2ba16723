import type { Change } from "../commit";
import type { Document } from "../document";
import { diff } from "../history/mendoza";
import type { Perspectives } from "../query/perspective";
import { tagsOf } from "../query/stale-tags";

/** The context of a query by a user. */
export const context = { identity: "me", projectId: "local", dataset: "production" };

/** Both ways in which a query is evaluated, which must have the same result. */
export const modes = [
  { mode: "with", isOn: true },
  { mode: "without", isOn: false },
];

/**
 * Writes a document, or removes it when it exists with the same type, and returns the tags of the
 * change.
 */
export function write(perspectives: Perspectives, next: Document, remove: boolean): string[] {
  const before = perspectives.raw.get(next._id);
  const after = remove ? undefined : next;
  perspectives.apply([{ id: next._id, after }]);
  const effects = { apply: diff(before, after), revert: diff(after, before) };
  const change: Change = { id: next._id, before, after, mutations: [], effects };
  return before || after ? [...tagsOf(change, perspectives)] : [];
}
