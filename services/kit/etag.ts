/** Comparing fifteen kilobytes of commas took as long as making a picture. */
const maxCharacters = 1_000;

/**
 * Whether an If-None-Match header names the version of a resource that the client would get (RFC
 * 9110, 13.1.2: `*`, or a list, which is compared weakly, since proxies that compress weaken the
 * tags).
 *
 * @param etag with its quotes
 */
export function matchesETag(condition: string | null | undefined, etag: string): boolean {
  if (!condition || condition.length > maxCharacters) return false;
  return condition.split(",").some((each) => {
    const tag = each.trim();
    return tag === "*" || tag.replace(/^W\//, "") === etag;
  });
}
