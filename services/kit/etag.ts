/** Comparing fifteen kilobytes of commas took as long as making a picture. */
const maxCharacters = 1_000;

/**
 * Whether an If-None-Match header names the version of a resource that the client would get.
 *
 * @param etag with its quotes
 */
export const matchesETag = (condition: string | null | undefined, etag: string): boolean =>
  matchingETag(condition, (tag) => tag === etag) !== null;

/**
 * The first tag in an If-None-Match header by which the client has a resource: `*`, or one of a
 * list, which is compared weakly, since proxies that compress weaken the tags (RFC 9110, 13.1.2).
 * Null when there is none.
 *
 * @param isKnown whether a tag, with its quotes, is one of the resource's
 */
export function matchingETag(
  condition: string | null | undefined,
  isKnown: (etag: string) => boolean,
): string | null {
  if (!condition || condition.length > maxCharacters) return null;
  for (const each of condition.split(",")) {
    const tag = each.trim().replace(/^W\//, "");
    if (each.trim() === "*" || isKnown(tag)) return tag;
  }
  return null;
}
