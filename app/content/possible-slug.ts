/** A slug of the site's first level; null for what cannot be one, and need not reach the lake. */
export const possibleSlug = (slug: string | undefined): string | null =>
  slug !== undefined && /^[a-z0-9-]{1,96}$/.test(slug) ? slug : null;
