import { blockStructuredData } from "~/blocks/structured-data";
import type { AnyBlock } from "~/blocks/block";
import type { SiteSettingsQueryResult } from "~/content/types.generated";
import type { JsonLdNode } from "~/seo/json-ld";

/**
 * Structured data of the home page for search engines: who makes the product, and what its blocks
 * say (what it costs, which questions are answered).
 */
export function homeStructuredData(
  site: SiteSettingsQueryResult,
  origin: string,
  sections: readonly AnyBlock[],
): JsonLdNode[] {
  const organization = { "@id": `${origin}/#organization` };
  return [
    {
      "@type": "Organization",
      ...organization,
      name: site?.brandName,
      legalName: site?.legalName,
      url: `${origin}/`,
      logo: `${origin}/icon-512.png`,
      email: site?.emails?.general,
      sameAs: [site?.links?.repository, site?.links?.professionalNetwork].filter(Boolean),
    },
    {
      "@type": "WebSite",
      "@id": `${origin}/#website`,
      name: site?.brandName,
      description: site?.seo?.description,
      url: `${origin}/`,
      publisher: organization,
      potentialAction: {
        "@type": "SearchAction",
        target: { "@type": "EntryPoint", urlTemplate: `${origin}/search?q={search_term_string}` },
        "query-input": "required name=search_term_string",
      },
    },
    ...blockStructuredData(site, origin, sections),
  ];
}
