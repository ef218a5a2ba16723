import type { FeatureCategoriesQueryResult } from "~/content/types.generated";
import type { DrawingName } from "../../schemas/fields/drawing";

/** A feature in the lists of the documentation. */
export interface DocsFeature {
  title: string;
  slug: string;
  desc: string;
  drawing: DrawingName | null;
  badge: string | null;
  endpoint: { method: string; path: string } | null;
}

export interface DocsCategory {
  title: string;
  slug: string;
  description: string | null;
  features: DocsFeature[];
}

/** All documented features by category, without the fields that only their own pages show. */
export function docsIndex(categories: FeatureCategoriesQueryResult): DocsCategory[] {
  return categories
    .map(({ title, slug, description, features }) => ({
      title,
      slug,
      description,
      features: features.map(({ title, slug, desc, drawing, badgeText, endpoint }) => ({
        title,
        slug,
        desc,
        drawing,
        badge: badgeText,
        endpoint,
      })),
    }))
    .filter(({ features }) => features.length > 0);
}

/** The maximum length of a search. */
const maxSearchLength = 100;

/** The visitor's search, from the URL; empty for everything. */
export function readSearch(parameters: URLSearchParams): string {
  return (parameters.get("q") ?? "").trim().slice(0, maxSearchLength);
}

/**
 * The features in which every word of the search occurs: in title, description, method, path or
 * category, in any case.
 */
export function searchIndex(index: readonly DocsCategory[], search: string): DocsCategory[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return index
    .map((category) => ({
      ...category,
      features: category.features.filter(({ title, desc, endpoint }) => {
        const text = [category.title, title, desc, endpoint?.method, endpoint?.path]
          .join(" ")
          .toLowerCase();
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ features }) => features.length > 0);
}

/** The features before and after one in its category. */
export function neighbors(
  index: readonly DocsCategory[],
  slug: string,
): { previous: DocsFeature | null; next: DocsFeature | null } {
  const features = index.find((category) =>
    category.features.some((each) => each.slug === slug),
  )?.features;
  const at = features?.findIndex((each) => each.slug === slug) ?? 0;
  return { previous: features?.[at - 1] ?? null, next: features?.[at + 1] ?? null };
}
