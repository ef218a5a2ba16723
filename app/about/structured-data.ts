import type { AboutPageQueryResult, SiteSettingsQueryResult } from "~/content/types.generated";
import type { JsonLdNode } from "~/seo/json-ld";

/** The company, for search engines: the people on the page, founders named as such. */
export function aboutStructuredData(
  page: AboutPageQueryResult,
  site: SiteSettingsQueryResult,
  origin: string,
): JsonLdNode {
  const people = (page?.team ?? []).filter(({ name }) => name);
  const person = ({ name, role }: (typeof people)[number]) => ({
    "@type": "Person",
    name,
    jobTitle: role,
  });
  return {
    "@type": "AboutPage",
    name: page?.heading,
    description: page?.seo?.description,
    url: `${origin}/about`,
    mainEntity: {
      "@type": "Organization",
      "@id": `${origin}/#organization`,
      name: site?.brandName,
      legalName: site?.legalName,
      url: `${origin}/`,
      founder: people.filter(({ isFounder }) => isFounder).map(person),
      employee: people.filter(({ isFounder }) => !isFounder).map(person),
    },
  };
}
