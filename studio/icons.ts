import { BasketIcon } from "@sanity/icons/Basket";
import { BlockElementIcon } from "@sanity/icons/BlockElement";
import { BlockquoteIcon } from "@sanity/icons/Blockquote";
import { BookIcon } from "@sanity/icons/Book";
import { BulbOutlineIcon } from "@sanity/icons/BulbOutline";
import { CaseIcon } from "@sanity/icons/Case";
import { CheckmarkCircleIcon } from "@sanity/icons/CheckmarkCircle";
import { CogIcon } from "@sanity/icons/Cog";
import { ComponentIcon } from "@sanity/icons/Component";
import { ComposeIcon } from "@sanity/icons/Compose";
import { CreditCardIcon } from "@sanity/icons/CreditCard";
import { DocumentsIcon } from "@sanity/icons/Documents";
import { DocumentTextIcon } from "@sanity/icons/DocumentText";
import { EarthGlobeIcon } from "@sanity/icons/EarthGlobe";
import { EnvelopeIcon } from "@sanity/icons/Envelope";
import { HeartIcon } from "@sanity/icons/Heart";
import { HelpCircleIcon } from "@sanity/icons/HelpCircle";
import { HomeIcon } from "@sanity/icons/Home";
import { InfoOutlineIcon } from "@sanity/icons/InfoOutline";
import { LinkIcon } from "@sanity/icons/Link";
import { LockIcon } from "@sanity/icons/Lock";
import { PlayIcon } from "@sanity/icons/Play";
import { RocketIcon } from "@sanity/icons/Rocket";
import { SearchIcon } from "@sanity/icons/Search";
import { StackCompactIcon } from "@sanity/icons/StackCompact";
import { StarIcon } from "@sanity/icons/Star";
import { TagIcon } from "@sanity/icons/Tag";
import { TagsIcon } from "@sanity/icons/Tags";
import { ThListIcon } from "@sanity/icons/ThList";
import { TimelineIcon } from "@sanity/icons/Timeline";
import { TransferIcon } from "@sanity/icons/Transfer";
import { TruncateIcon } from "@sanity/icons/Truncate";
import { UserIcon } from "@sanity/icons/User";
import { UsersIcon } from "@sanity/icons/Users";
import { WarningOutlineIcon } from "@sanity/icons/WarningOutline";
import type { ComponentType } from "react";

/**
 * The icon of each schema type, by its name. The schemas carry none, so that the site does not load
 * this set.
 */
export const icons: Partial<Record<string, ComponentType>> = {
  siteSettings: CogIcon,
  notice: WarningOutlineIcon,
  redirect: TransferIcon,

  homePage: HomeIcon,
  aboutPage: EarthGlobeIcon,
  blogPage: ComposeIcon,
  careersPage: CaseIcon,
  changelogPage: RocketIcon,
  contactPage: EnvelopeIcon,
  docsPage: BookIcon,
  securityPage: LockIcon,
  solutionsPage: BulbOutlineIcon,
  legalPage: DocumentTextIcon,
  page: BlockElementIcon,

  post: ComposeIcon,
  author: UserIcon,
  category: TagIcon,

  feature: ComponentIcon,
  featureCategory: TagsIcon,
  solution: BulbOutlineIcon,
  plan: CreditCardIcon,
  planComparison: ThListIcon,
  faq: HelpCircleIcon,

  jobOpening: CaseIcon,
  whyJoinCard: HeartIcon,
  teamMember: UsersIcon,
  timelineItem: TimelineIcon,
  coreValue: StarIcon,
  securityCard: LockIcon,
  changelogEntry: RocketIcon,

  homeHero: HomeIcon,
  homeTrust: CheckmarkCircleIcon,
  homeFeatures: ComponentIcon,
  homeHowItWorks: StackCompactIcon,
  homeSolutions: BulbOutlineIcon,
  homePricing: BasketIcon,
  homeFaq: HelpCircleIcon,
  homeApiDocs: BookIcon,
  homeInfrastructure: DocumentsIcon,
  homeFeaturesTable: ThListIcon,
  homeClosingCta: RocketIcon,

  link: LinkIcon,
  quote: BlockquoteIcon,
  callout: InfoOutlineIcon,
  table: ThListIcon,
  video: PlayIcon,
  legalSection: TruncateIcon,
  seo: SearchIcon,
};
