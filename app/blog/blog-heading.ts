/**
 * What the article list is called: what editors say, or the product's own hub, which follows the brand name.
 */
export function blogHeading(
  page: { heading: string | null } | null | undefined,
  site: { brandName: string | null } | null | undefined,
): string {
  return page?.heading || [site?.brandName, "Insights Hub"].filter(Boolean).join(" ");
}
