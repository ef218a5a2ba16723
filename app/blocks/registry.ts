import type { ReactNode } from "react";
import type { SiteSettingsQueryResult } from "~/content/types.generated";
import type { JsonLdNode } from "~/seo/json-ld";
import { ApiDocs } from "./api-docs/view";
import type { Block, BlockType } from "./block";
import { ClosingCta } from "./closing-cta/view";
import { faqStructuredData } from "./faq/structured-data";
import { Faq } from "./faq/view";
import { Features } from "./features/view";
import { FeaturesTable } from "./features-table/view";
import { Hero } from "./hero/view";
import { HowItWorks } from "./how-it-works/view";
import { Infrastructure } from "./infrastructure/view";
import { pricingStructuredData } from "./pricing/structured-data";
import { Pricing } from "./pricing/view";
import { Solutions } from "./solutions/view";
import { Trust } from "./trust/view";

interface BlockParts<Type extends BlockType> {
  View: (props: { section: Block<Type> }) => ReactNode;
  /** What search engines read of it, on any page. */
  structuredData?: (
    section: Block<Type>,
    site: SiteSettingsQueryResult,
    origin: string,
  ) => JsonLdNode;
}

/** What each block of a page is made of, by its type in the lake. */
export const registry: { [Type in BlockType]: BlockParts<Type> } = {
  homeHero: { View: Hero },
  homeTrust: { View: Trust },
  homeFeatures: { View: Features },
  homeHowItWorks: { View: HowItWorks },
  homeSolutions: { View: Solutions },
  homePricing: { View: Pricing, structuredData: pricingStructuredData },
  homeFaq: { View: Faq, structuredData: faqStructuredData },
  homeApiDocs: { View: ApiDocs },
  homeInfrastructure: { View: Infrastructure },
  homeFeaturesTable: { View: FeaturesTable },
  homeClosingCta: { View: ClosingCta },
};
