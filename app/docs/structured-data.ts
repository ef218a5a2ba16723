import type { FeatureQueryResult, SiteSettingsQueryResult } from "~/content/types.generated";
import type { JsonLdNode } from "~/seo/json-ld";
import type { DocsCategory } from "./docs-index";

/** Structured data of the documentation's overview, for search engines. */
export function docsStructuredData(
  page: { heading: string; lead: string | null | undefined },
  index: readonly DocsCategory[],
  origin: string,
): JsonLdNode {
  return {
    "@type": "CollectionPage",
    name: page.heading,
    description: page.lead,
    url: `${origin}/docs`,
    isPartOf: { "@id": `${origin}/#website` },
    hasPart: index.flatMap(({ features }) =>
      features.map(({ title, slug }) => ({
        "@type": "TechArticle",
        headline: title,
        url: `${origin}/docs/${slug}`,
      })),
    ),
  };
}

/** Structured data of a feature's page, for search engines. */
export function featureStructuredData(
  feature: Omit<NonNullable<FeatureQueryResult>, "longDescription">,
  site: SiteSettingsQueryResult,
  origin: string,
): JsonLdNode {
  const url = `${origin}/docs/${feature.slug}`;
  return {
    "@type": "TechArticle",
    headline: feature.title,
    description: feature.desc,
    articleSection: feature.category?.title,
    dateModified: feature._updatedAt,
    publisher: {
      "@type": "Organization",
      "@id": `${origin}/#organization`,
      name: site?.brandName,
      url: `${origin}/`,
    },
    isPartOf: { "@id": `${origin}/#website` },
    mainEntityOfPage: url,
    url,
  };
}
