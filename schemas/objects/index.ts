import { apiParameter } from "./apiParameter";
import { articleBody } from "./articleBody";
import { callToAction } from "./callToAction";
import { callout } from "./callout";
import { change } from "./change";
import { comparisonGroup, comparisonRow } from "./comparison";
import { destination } from "./destination";
import { fact } from "./fact";
import { icon } from "./icon";
import { iconCard } from "./iconCard";
import { legalSection, legalSubsection } from "./legalSection";
import { link } from "./link";
import { linkCard } from "./linkCard";
import { linkGroup } from "./linkGroup";
import { phoneLine } from "./phoneLine";
import { planValue } from "./planValue";
import { point } from "./point";
import { quote } from "./quote";
import { richText } from "./richText";
import { seo } from "./seo";
import { table, tableRow } from "./table";
import { video } from "./video";

/** The shapes that documents are made of. */
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
