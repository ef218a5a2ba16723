import { memo } from "react";
import { logUnknown } from "~/ui/log-unknown";
import { ApiDocs } from "./api-docs";
import { ClosingCta } from "./closing-cta";
import { Faq } from "./faq";
import { Features } from "./features";
import { FeaturesTable } from "./features-table";
import { Hero } from "./hero";
import { HowItWorks } from "./how-it-works";
import { Infrastructure } from "./infrastructure";
import { Pricing } from "./pricing";
import type { AnyHomeSection } from "./sections.server";
import { Solutions } from "./solutions";
import { Trust } from "./trust";

/**
 * A section of the home page, by its type. The router renders a page again whenever it discovers
 * routes or starts a load: without `memo`, all of its sections render a second time right after the
 * first.
 */
export const HomeSectionView = memo(function HomeSectionView({
  section,
}: {
  section: AnyHomeSection;
}) {
  switch (section._type) {
    case "homeHero":
      return <Hero section={section} />;
    case "homeTrust":
      return <Trust section={section} />;
    case "homeFeatures":
      return <Features section={section} />;
    case "homeHowItWorks":
      return <HowItWorks section={section} />;
    case "homeSolutions":
      return <Solutions section={section} />;
    case "homePricing":
      return <Pricing section={section} />;
    case "homeFaq":
      return <Faq section={section} />;
    case "homeApiDocs":
      return <ApiDocs section={section} />;
    case "homeInfrastructure":
      return <Infrastructure section={section} />;
    case "homeFeaturesTable":
      return <FeaturesTable section={section} />;
    case "homeClosingCta":
      return <ClosingCta section={section} />;
    default:
      logUnknown(`section ${String(Reflect.get(section, "_type"))}`);
      return null;
  }
});
