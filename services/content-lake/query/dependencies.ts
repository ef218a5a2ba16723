import { createHash } from "node:crypto";
import { publishedIdOf } from "../document";
import { type Change } from "../transaction";
import { type Perspectives } from "./perspective";

/**
 * Which documents an answer was made from, so that a write can tell whether it makes the answer old. The answer is a
 * function of what the query read; it can change only when a write touches a document of a type that the query looked
 * through, or one that it reached by id, whether or not that existed.
 */
export class Dependencies {
  /** The query looked through everything, or in a way that we cannot bound. */
  everything = false;
  readonly types = new Set<string>();
  readonly ids = new Set<string>();

  /** Takes in what a part of the query was made from. */
  add(part: Dependencies): void {
    this.everything ||= part.everything;
    for (const type of part.types) this.types.add(type);
    for (const id of part.ids) this.ids.add(id);
  }

  /** Sanity's sync tags. They are opaque to clients, which only compare them with those of live events. */
  tags(): string[] {
    if (this.everything) return [everythingTag];
    return [...[...this.types].map(typeTag), ...[...this.ids].map(idTag)];
  }
}

const everythingTag = "s1:all";

const tag = (subject: string) =>
  `s1:${createHash("sha256").update(subject).digest("base64url").slice(0, 8)}`;

const typeTag = (type: string) => tag(`type ${type}`);

const idTag = (id: string) => tag(`id ${id}`);

/**
 * The tags of all answers that these changes may have made old, in any perspective.
 *
 * @param perspectives as they are after the changes
 */
export function tagsOf(changes: readonly Change[], perspectives: Perspectives): string[] {
  if (changes.length === 0) return [];
  const tags = new Set([everythingTag]);
  for (const { id, before, after } of changes) {
    const published = publishedIdOf(id);
    // What a draft of another type hid, or now hides, comes into a perspective or leaves it.
    const siblings = [published, ...perspectives.versionsOf(published)];
    const types = [before, after, ...siblings.map((each) => perspectives.raw.get(each))];
    for (const document of types) if (document) tags.add(typeTag(document._type));
    tags.add(idTag(id));
    tags.add(idTag(published));
  }
  return [...tags];
}
