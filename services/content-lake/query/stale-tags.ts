import type { Change } from "../commit";
import { publishedIdOf } from "../document";
import { everythingTag, idTag, typeTag } from "./dependencies";
import type { Perspectives } from "./perspective";

/**
 * The tags of all results that a change may have made stale, in any perspective.
 *
 * @param perspectives as they are after its transaction
 */
export function tagsOf({ id, before, after }: Change, perspectives: Perspectives): Set<string> {
  const published = publishedIdOf(id);
  // What a draft of another type hid, or now hides, enters a perspective or leaves it.
  const siblings = [published, ...perspectives.versionsOf(published)];
  const documents = [before, after, ...siblings.map((each) => perspectives.raw.get(each))];
  const types = new Set(documents.flatMap((document) => document?._type ?? []));
  const ids = new Set([id, published]);
  return new Set([everythingTag, ...[...types].map(typeTag), ...[...ids].map(idTag)]);
}
