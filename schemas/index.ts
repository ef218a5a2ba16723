import type { SchemaTypeDefinition } from "@sanity/types";
import { author } from "./author";
import { category } from "./category";
import { changelogEntry } from "./changelogEntry";
import { coreValue } from "./coreValue";
import { faq } from "./faq";
import { feature } from "./feature";
import { featureCategory } from "./featureCategory";
import { homeSectionTypes } from "./home";
import { jobOpening } from "./jobOpening";
import { legalPage } from "./legalPage";
import { notice } from "./notice";
import { objectTypes } from "./objects";
import { onlyOne } from "./only-one";
import { page } from "./page";
import { pageTypes } from "./pages";
import { plan } from "./plan";
import { planComparison } from "./planComparison";
import { post } from "./post";
import { redirect } from "./redirect";
import { securityCard } from "./securityCard";
import { siteSettings } from "./siteSettings";
import { solution } from "./solution";
import { teamMember } from "./teamMember";
import { timelineItem } from "./timelineItem";
import { whyJoinCard } from "./whyJoinCard";

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
  ...homeSectionTypes,
  ...objectTypes,
];

/** Every schema type of the content model but `code`, which the Studio's code-input plugin brings. */
export const schemaTypes = types.map((type) =>
  singletonTypes.includes(type.name) ? onlyOne(type) : type,
);
