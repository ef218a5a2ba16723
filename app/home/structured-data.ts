import type { SiteSettingsQueryResult } from "~/content/types.generated";
import type { JsonLdNode } from "~/seo/json-ld";
import type { HomeSection } from "./section";
import type { AnyHomeSection } from "./sections.server";

/**
 * Structured data of the home page for search engines: who makes the product, what it costs, which
 * questions are answered. Built from the sections that visitors see, so that the two cannot
 * disagree.
 */
export function homeStructuredData(
  site: SiteSettingsQueryResult,
  origin: string,
  sections: readonly AnyHomeSection[],
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
    },
    ...sectionStructuredData(site, origin, sections),
  ];
}

/** Structured data of these sections, on any page. */
export function sectionStructuredData(
  site: SiteSettingsQueryResult,
  origin: string,
  sections: readonly AnyHomeSection[],
): JsonLdNode[] {
  return sections.flatMap((section): JsonLdNode[] => {
    if (section._type === "homePricing") return [application(site, origin, section)];
    if (section._type === "homeFaq") return [questions(section)];
    return [];
  });
}

function application(
  site: SiteSettingsQueryResult,
  origin: string,
  { plans }: HomeSection<"homePricing">,
): JsonLdNode {
  return {
    "@type": "SoftwareApplication",
    name: site?.brandName,
    description: site?.seo?.description,
    url: `${origin}/`,
    applicationCategory: "DeveloperApplication",
    operatingSystem: "Any",
    publisher: { "@id": `${origin}/#organization` },
    offers: plans.map(({ name, price, period, isStartingPrice }) => ({
      "@type": "Offer",
      name,
      url: `${origin}/#pricing`,
      price,
      priceCurrency: "USD",
      priceSpecification: {
        "@type": "UnitPriceSpecification",
        ...(isStartingPrice ? { minPrice: price } : { price }),
        priceCurrency: "USD",
        unitText: period,
      },
    })),
  };
}

function questions({ questions }: HomeSection<"homeFaq">): JsonLdNode {
  return {
    "@type": "FAQPage",
    mainEntity: questions.map(({ question, answerText }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answerText },
    })),
  };
}
