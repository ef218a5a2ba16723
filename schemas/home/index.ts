import { homeApiDocs } from "./apiDocs";
import { homeClosingCta } from "./closingCta";
import { homeFaq } from "./faq";
import { homeFeatures } from "./features";
import { homeFeaturesTable } from "./featuresTable";
import { homeHero } from "./hero";
import { homeHowItWorks } from "./howItWorks";
import { homeInfrastructure } from "./infrastructure";
import { homePricing } from "./pricing";
import { homeSolutions } from "./solutions";
import { homeTrust } from "./trust";

/** The sections of the home page, in their usual order. */
export const homeSectionTypes = [
  homeHero,
  homeTrust,
  homeFeatures,
  homeHowItWorks,
  homeSolutions,
  homePricing,
  homeFaq,
  homeApiDocs,
  homeInfrastructure,
  homeFeaturesTable,
  homeClosingCta,
];
