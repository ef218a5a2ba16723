import { BasketIcon } from "@sanity/icons/Basket";
import { CalendarIcon } from "@sanity/icons/Calendar";
import { CaseIcon } from "@sanity/icons/Case";
import { ClockIcon } from "@sanity/icons/Clock";
import { ComposeIcon } from "@sanity/icons/Compose";
import { EditIcon } from "@sanity/icons/Edit";
import { WarningOutlineIcon } from "@sanity/icons/WarningOutline";
import { RocketIcon } from "@sanity/icons/Rocket";
import { UsersIcon } from "@sanity/icons/Users";
import type { ComponentType } from "react";

/** Documents of one type, or a singleton. */
export interface TypeEntry {
  title: string;
  type: string;
  /** Field by which a list without its own order is sorted, newest or highest first. */
  newestBy?: string;
}

interface GroupEntry {
  title: string;
  icon: ComponentType;
  entries: TypeEntry[];
}

/** The desk as an editor thinks of the site; `null` draws a line. */
export const desk: (TypeEntry | GroupEntry | null)[] = [
  { title: "Home page", type: "homePage" },
  { title: "Landing pages", type: "page" },
  {
    title: "Blog",
    icon: ComposeIcon,
    entries: [
      { title: "Articles", type: "post", newestBy: "date" },
      { title: "Authors", type: "author" },
      { title: "Categories", type: "category" },
      { title: "Page", type: "blogPage" },
    ],
  },
  {
    title: "Product",
    icon: BasketIcon,
    entries: [
      { title: "Features", type: "feature" },
      { title: "Feature categories", type: "featureCategory" },
      { title: "Solutions", type: "solution" },
      { title: "Plans", type: "plan" },
      { title: "Plan comparison", type: "planComparison" },
      { title: "FAQ", type: "faq" },
      { title: "Solutions page", type: "solutionsPage" },
      { title: "Documentation page", type: "docsPage" },
    ],
  },
  {
    title: "Careers",
    icon: CaseIcon,
    entries: [
      { title: "Openings", type: "jobOpening" },
      { title: "Why-join cards", type: "whyJoinCard" },
      { title: "Page", type: "careersPage" },
    ],
  },
  {
    title: "Company",
    icon: UsersIcon,
    entries: [
      { title: "About page", type: "aboutPage" },
      { title: "Team", type: "teamMember" },
      { title: "Timeline", type: "timelineItem" },
      { title: "Values", type: "coreValue" },
      { title: "Security page", type: "securityPage" },
      { title: "Security cards", type: "securityCard" },
      { title: "Contact page", type: "contactPage" },
    ],
  },
  { title: "Legal", type: "legalPage" },
  {
    title: "Changelog",
    icon: RocketIcon,
    entries: [
      { title: "Releases", type: "changelogEntry", newestBy: "date" },
      { title: "Page", type: "changelogPage" },
    ],
  },
  null,
  { title: "Service notice", type: "notice" },
  { title: "Site settings", type: "siteSettings" },
  { title: "Redirects", type: "redirect" },
];

/** Documents of any type, by state. */
export const states = [
  {
    id: "drafts",
    title: "In draft",
    icon: EditIcon,
    // A draft overlays its document under the published id. The preview stores its secrets as
    // drafts.
    filter:
      '(_id in path("drafts.**") || _originalId in path("drafts.**")) && !string::startsWith(_type, "sanity.")',
  },
  {
    id: "scheduled",
    title: "Scheduled",
    icon: CalendarIcon,
    // A scheduled edit is not a document of the Studio: the document that it edits stands for it.
    // Scheduled edits are found by their ids, because the list takes a type that a filter compares
    // with == for one of its own documents' types and fails on one that has no schema.
    filter:
      '!(_id in path("scheduledEdit.**")) && (dateTime(publishAt) > dateTime(now()) || dateTime(unpublishAt) > dateTime(now()) || _id in *[_id in path("scheduledEdit.**") && !defined(problem)].document)',
  },
  {
    id: "not-published",
    title: "Scheduled edit failed",
    icon: WarningOutlineIcon,
    // Counted among the scheduled ones, an edit that had failed was found only in its own form.
    filter:
      '!(_id in path("scheduledEdit.**")) && _id in *[_id in path("scheduledEdit.**") && defined(problem)].document',
  },
  {
    id: "ended",
    title: "Ended",
    icon: ClockIcon,
    filter: "dateTime(unpublishAt) <= dateTime(now())",
  },
];
