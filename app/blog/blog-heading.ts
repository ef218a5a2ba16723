/**
 * The heading of the article list: the editors' own, or the product's hub, which follows the brand
 * name.
 */
export function blogHeading(
  page: { heading: string | null } | null | undefined,
  site: { brandName: string | null } | null | undefined,
): string {
  return page?.heading || [site?.brandName, "Insights Hub"].filter(Boolean).join(" ");
}
