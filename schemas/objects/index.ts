import { apiParameter } from "./api-parameter";
import { articleBody } from "./article-body";
import { callToAction } from "./call-to-action";
import { callout } from "./callout";
import { change } from "./change";
import { comparisonGroup, comparisonRow } from "./comparison";
import { destination } from "./destination";
import { fact } from "./fact";
import { heroOperation } from "./hero-operation";
import { icon } from "./icon";
import { iconCard } from "./icon-card";
import { legalSection, legalSubsection } from "./legal-section";
import { link } from "./link";
import { linkCard } from "./link-card";
import { linkGroup } from "./link-group";
import { phoneLine } from "./phone-line";
import { planValue } from "./plan-value";
import { point } from "./point";
import { quote } from "./quote";
import { richText } from "./rich-text";
import { seo } from "./seo";
import { table, tableRow } from "./table";
import { video } from "./video";

/** The object types that documents consist of. */
export const objectTypes = [
  apiParameter,
  articleBody,
  callToAction,
  callout,
  change,
  comparisonGroup,
  comparisonRow,
  destination,
  fact,
  heroOperation,
  icon,
  iconCard,
  legalSection,
  legalSubsection,
  link,
  linkCard,
  linkGroup,
  phoneLine,
  planValue,
  point,
  quote,
  richText,
  seo,
  table,
  tableRow,
  video,
];
