import { categoriesQuery } from "~/content/queries/category";
import { topicsQuery } from "~/content/queries/post";
import { siteSettingsQuery } from "~/content/queries/site-settings";
import { readContent } from "~/content/reading/read.server";
import {
  type ArchiveBase,
  categoryArchivePath,
  readArchivePath,
  tagArchivePath,
  tagsWithSlug,
} from "./archive-path";

/** All articles of a category, or with a tag. */
export interface Archive {
  /** The category's title, or the tag as editors write it. */
  title: string;
  description: string | null;
  path: string;
  /** What selects its articles in queries: one of the two. */
  category: string;
  tags: string[];
}

const readers: Record<ArchiveBase, (slug: string) => Promise<Omit<Archive, "path"> | null>> = {
  "/blog/category/": readCategory,
  "/blog/tag/": readTag,
};

/**
 * The archive at a path of the site.
 *
 * @returns null where there is none, or where the site settings have a notice instead of archives
 */
export async function readArchive(path: string): Promise<Archive | null> {
  const requested = readArchivePath(path);
  if (!requested) return null;
  const settings = await readContent(siteSettingsQuery);
  if (settings?.archives !== "pages") return null;
  const archive = await readers[requested.base](requested.slug);
  return archive && { ...archive, path };
}

/** The paths of all archives that have an article. */
export async function archivePaths(): Promise<string[]> {
  const settings = await readContent(siteSettingsQuery);
  if (settings?.archives !== "pages") return [];
  const { tags, categories } = await readContent(topicsQuery);
  const paths = [
    ...categories.map((slug) => categoryArchivePath(slug ?? "")),
    ...tags.map((tag) => tagArchivePath(tag ?? "")),
  ];
  return [...new Set(paths.filter((path) => path !== null))];
}

async function readCategory(slug: string) {
  const categories = await readContent(categoriesQuery);
  const category = categories.find((each) => each.slug === slug);
  if (!category?.title) return null;
  return { title: category.title, description: category.description, category: slug, tags: [] };
}

async function readTag(slug: string) {
  const { tags: all } = await readContent(topicsQuery);
  const tags = tagsWithSlug(
    all.filter((tag) => tag !== null),
    slug,
  );
  const [title] = tags;
  return title === undefined ? null : { title, description: null, category: "", tags };
}
