import type { ContactPageQueryResult, SiteSettingsQueryResult } from "~/content/types.generated";
import type { JsonLdNode } from "~/seo/json-ld";

/** The company's contacts, for search engines: the same facts as on the cards. */
export function contactStructuredData(
  page: ContactPageQueryResult,
  site: SiteSettingsQueryResult,
  origin: string,
): JsonLdNode {
  const { street, city, region, postalCode, countryCode } = site?.address ?? {};
  return {
    "@type": "ContactPage",
    name: page?.heading,
    description: page?.seo?.description,
    url: `${origin}/contact`,
    mainEntity: {
      "@type": "Organization",
      "@id": `${origin}/#organization`,
      name: site?.brandName,
      legalName: site?.legalName,
      url: `${origin}/`,
      email: site?.emails?.general,
      telephone: site?.phones?.[0]?.number,
      address: site?.address && {
        "@type": "PostalAddress",
        streetAddress: street,
        addressLocality: city,
        addressRegion: region,
        postalCode,
        addressCountry: countryCode,
      },
      contactPoint: [
        { contactType: "sales", email: site?.emails?.sales },
        { contactType: "customer support", email: site?.emails?.support },
        ...(site?.phones ?? []).map(({ label, number }) => ({
          contactType: label,
          telephone: number,
        })),
      ].map((point) => ({ "@type": "ContactPoint", ...point })),
    },
  };
}
