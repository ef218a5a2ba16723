import { minutesFor } from "../../schemas/reading-time";

/** Who wrote an article, as its header shows it. */
export interface Byline {
  name: string | null;
  role: string | null;
}

/** The author's name and role. An article taken over from elsewhere may have both in one: "Ada Example, Engineer". */
export function byline(name: string | null, role: string | null): Byline {
  const [first = "", ...rest] = (name ?? "").split(",");
  return { name: first.trim() || null, role: role ?? (rest.join(",").trim() || null) };
}

/** The name by which cards call an author. */
export function firstName(name: string | null): string | null {
  return byline(name, null).name?.split(/\s+/)[0] ?? null;
}

/** Minutes to read: the editor's figure, or counted from the words; one at least. */
export function minutesToRead(post: { readTime: number | null; wordCount: number | null }): number {
  return post.readTime ?? minutesFor(post.wordCount ?? 0);
}
