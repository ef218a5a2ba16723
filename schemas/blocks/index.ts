import { homeApiDocs } from "./api-docs";
import { homeClosingCta } from "./closing-cta";
import { homeFaq } from "./faq";
import { homeFeatures } from "./features";
import { homeFeaturesTable } from "./features-table";
import { homeHero } from "./hero";
import { homeHowItWorks } from "./how-it-works";
import { homeInfrastructure } from "./infrastructure";
import { homePricing } from "./pricing";
import { homeSolutions } from "./solutions";
import { homeTrust } from "./trust";

/** The blocks of the home page and of landing pages, in their usual order. */
export const blockTypes = [
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
