import { minutesFor } from "../../schemas/validation/reading-time";

/** The author of an article, as its header shows them. */
export interface Byline {
  name: string | null;
  role: string | null;
}

/**
 * The author's name and role. An imported article may have both in one: "Ada
 * Example, Engineer".
 */
export function byline(name: string | null, role: string | null): Byline {
  const [first = "", ...rest] = (name ?? "").split(",");
  return { name: first.trim() || null, role: role ?? (rest.join(",").trim() || null) };
}

/** The author's name on cards. */
export function firstName(name: string | null): string | null {
  return byline(name, null).name?.split(/\s+/)[0] ?? null;
}

/** Minutes to read: the editor's number, or estimated from the word count; at least one. */
export function minutesToRead(post: { readTime: number | null; wordCount: number | null }): number {
  return post.readTime ?? minutesFor(post.wordCount ?? 0);
}
