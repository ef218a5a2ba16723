import type { SitePlace } from "~/article/site-place.server";
import { blocks, type Markdown } from "~/markdown/markdown";
import { apiDocsMarkdown } from "./api-docs/markdown";
import { closingCtaMarkdown } from "./closing-cta/markdown";
import { faqMarkdown } from "./faq/markdown";
import { featuresMarkdown } from "./features/markdown";
import { featuresTableMarkdown } from "./features-table/markdown";
import { heroMarkdown } from "./hero/markdown";
import { howItWorksMarkdown } from "./how-it-works/markdown";
import { infrastructureMarkdown } from "./infrastructure/markdown";
import type { LakeBlock } from "./lake-block";
import { pricingMarkdown } from "./pricing/markdown";
import { solutionsMarkdown } from "./solutions/markdown";
import { trustMarkdown } from "./trust/markdown";

type BlockType = LakeBlock["_type"];

/** Each block in the Markdown twin of its page, by its type in the lake. */
const markdowns: {
  [Type in BlockType]: (section: LakeBlock<Type>, place: SitePlace) => Markdown;
} = {
  homeHero: heroMarkdown,
  homeTrust: trustMarkdown,
  homeFeatures: featuresMarkdown,
  homeHowItWorks: howItWorksMarkdown,
  homeSolutions: solutionsMarkdown,
  homePricing: pricingMarkdown,
  homeFaq: faqMarkdown,
  homeApiDocs: apiDocsMarkdown,
  homeInfrastructure: infrastructureMarkdown,
  homeFeaturesTable: featuresTableMarkdown,
  homeClosingCta: closingCtaMarkdown,
};

/** The blocks of a page in their order. */
export const blocksMarkdown = (sections: readonly LakeBlock[], place: SitePlace): Markdown =>
  blocks(...sections.map((section) => markdownOf(section, place)));

const markdownOf = <Type extends BlockType>(
  section: { _type: Type } & LakeBlock<Type>,
  place: SitePlace,
): Markdown | null => markdowns[section._type]?.(section, place) ?? null;
