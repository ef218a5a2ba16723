import type { SchemaTypeDefinition } from "@sanity/types";
import { author } from "./author";
import { category } from "./category";
import { changelogEntry } from "./changelog-entry";
import { coreValue } from "./core-value";
import { faq } from "./faq";
import { feature } from "./feature";
import { featureCategory } from "./feature-category";
import { blockTypes } from "./blocks";
import { jobOpening } from "./job-opening";
import { legalPage } from "./legal-page";
import { notice } from "./notice";
import { objectTypes } from "./objects";
import { onlyOne } from "./singleton";
import { page } from "./page";
import { pageTypes } from "./pages";
import { plan } from "./plan";
import { planComparison } from "./plan-comparison";
import { post } from "./post";
import { redirect } from "./redirect";
import { securityCard } from "./security-card";
import { siteSettings } from "./site-settings";
import { solution } from "./solution";
import { teamMember } from "./team-member";
import { timelineItem } from "./timeline-item";
import { whyJoinCard } from "./why-join-card";

/** The documents of which there is exactly one; its `_id` is the name of its type. */
export const singletonTypes = [
  "siteSettings",
  "notice",
  "planComparison",
  ...pageTypes.map(({ name }) => name),
];

const types: SchemaTypeDefinition[] = [
  siteSettings,
  notice,
  ...pageTypes,
  page,
  post,
  author,
  category,
  solution,
  feature,
  featureCategory,
  plan,
  planComparison,
  faq,
  changelogEntry,
  jobOpening,
  whyJoinCard,
  teamMember,
  coreValue,
  timelineItem,
  securityCard,
  legalPage,
  redirect,
  ...blockTypes,
  ...objectTypes,
];

/**
 * Every schema type of the content model except `code`, which the Studio's code-input plugin adds.
 */
export const schemaTypes = types.map((type) =>
  singletonTypes.includes(type.name) ? onlyOne(type) : type,
);
