import type { SiteSettingsQueryResult } from "~/content/types.generated";
import type { JsonLdNode } from "~/seo/json-ld";
import type { Block } from "../block";

/** The product with what it costs. */
export const pricingStructuredData = (
  { plans }: Block<"homePricing">,
  site: SiteSettingsQueryResult,
  origin: string,
): JsonLdNode => ({
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
});
