/*
 * Archives: a page of all articles with a tag, or of a category, each with feeds of its own.
 */

/** What the paths of all archives begin with. */
export const archiveBases = ["/blog/category/", "/blog/tag/"] as const;

export type ArchiveBase = (typeof archiveBases)[number];

/** What is longer has no archive: `normalize` takes quadratic time of the length. */
const maxTagLength = 60;

/** The last segment of an archive's path. */
const archiveSlug = /^[a-z0-9-]{1,96}$/;

/**
 * The path of the archive of the category with this slug.
 *
 * @returns null for a slug that no form lets through
 */
export const categoryArchivePath = (slug: string): string | null =>
  archiveSlug.test(slug) ? `/blog/category/${slug}` : null;

/**
 * The path of a tag's archive: "Data quality" is at /blog/tag/data-quality. Tags that differ only
 * in case, accents or punctuation share one.
 *
 * @returns null for a tag without Latin letters and digits, which has no archive
 */
export function tagArchivePath(tag: string): string | null {
  const slug = tagSlug(tag);
  return slug ? `/blog/tag/${slug}` : null;
}

/** The base and the slug of an archive's path; null for any other path. */
export function readArchivePath(path: string): { base: ArchiveBase; slug: string } | null {
  const base = archiveBases.find((each) => path.startsWith(each));
  const slug = base ? path.slice(base.length) : "";
  return base && archiveSlug.test(slug) ? { base, slug } : null;
}

/** Spellings of one tag that its archive finds. A query for a thousand of them timed out. */
const maxSpellings = 20;

/** The tags that share this slug, the first twenty. */
export const tagsWithSlug = (tags: readonly string[], slug: string): string[] =>
  tags.filter((tag) => tagSlug(tag) === slug).slice(0, maxSpellings);

function tagSlug(tag: string): string {
  if (tag.length > maxTagLength) return "";
  return tag
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, " ")
    .trim()
    .replaceAll(" ", "-");
}

/** The URL of a page of an archive, counted from 1. */
export const archiveUrl = (path: string, page: number): string =>
  page > 1 ? `${path}?page=${page}` : path;
