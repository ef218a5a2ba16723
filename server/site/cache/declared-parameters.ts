import { readArchivePath } from "~/blog/archive-path";

/**
 * The search parameters that public routes read. Those of the cache key select from a set that the
 * content bounds; with any of the others, which anyone can vary without end, a page is rendered for
 * its visitor alone.
 */
const declared: Record<string, { inKey: readonly string[]; uncached: readonly string[] }> = {
  "/blog": { inKey: ["category"], uncached: ["q", "page"] },
  "/contact": { inKey: ["subject"], uncached: [] },
  "/docs": { inKey: [], uncached: ["q"] },
  "/search": { inKey: [], uncached: ["q", "kind", "page"] },
};

/** Articles: a page of their comments, and a comment to reply to; others are not found. */
const declaredOfArticles = { inKey: ["comments", "reply"], uncached: [] };

/** Archives: their pages, of which those past the last are not found. */
const declaredOfArchives = { inKey: [], uncached: ["page"] };

/** What the route of a path reads; undefined for one that reads nothing. */
export function parametersOf(path: string) {
  if (readArchivePath(path)) return declaredOfArchives;
  return declared[path] ?? (/^\/blog\/[^/.]+$/.test(path) ? declaredOfArticles : undefined);
}
