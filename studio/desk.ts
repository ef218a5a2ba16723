import { BasketIcon } from "@sanity/icons/Basket";
import { CaseIcon } from "@sanity/icons/Case";
import { ComposeIcon } from "@sanity/icons/Compose";
import { DocumentTextIcon } from "@sanity/icons/DocumentText";
import { RocketIcon } from "@sanity/icons/Rocket";
import { UsersIcon } from "@sanity/icons/Users";
import { orderableDocumentListDeskItem } from "@sanity/orderable-document-list";
import type { ComponentType } from "react";
import type { ConfigContext } from "sanity";
import type { ListItemBuilder, StructureBuilder, StructureResolver } from "sanity/structure";
import { singletonTypes } from "../schemas";
import { icons } from "./icons";
import { orderedTypes } from "./schema";

/** Documents of one type, or the single one of its kind. */
interface TypeEntry {
  title: string;
  type: string;
  /** Field by which a list without an order of its own is sorted, newest or highest first. */
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
  { title: "Site settings", type: "siteSettings" },
  { title: "Redirects", type: "redirect" },
];

const singletons = new Set<string>(singletonTypes);

/** Builds the desk for `structureTool`. */
export const structure: StructureResolver = (S, context) =>
  S.list()
    .title("Content")
    .items(
      desk.map((entry) => {
        if (!entry) return S.divider();
        if ("type" in entry) return typeItem(S, context, entry);
        return S.listItem()
          .id(idOf(entry.title))
          .title(entry.title)
          .icon(entry.icon)
          .child(
            S.list()
              .id(idOf(entry.title))
              .title(entry.title)
              .items(entry.entries.map((inner) => typeItem(S, context, inner))),
          );
      }),
    );

const idOf = (title: string) => title.toLowerCase().replaceAll(" ", "-");

function typeItem(
  S: StructureBuilder,
  context: ConfigContext,
  { title, type, newestBy }: TypeEntry,
) {
  const icon = icons[type] ?? DocumentTextIcon;
  if (orderedTypes.has(type)) {
    return orderableDocumentListDeskItem({ S, context, type, title, icon, id: type });
  }
  const item: ListItemBuilder = S.listItem().id(type).title(title).icon(icon).schemaType(type);
  if (singletons.has(type)) {
    return item.child(S.document().schemaType(type).documentId(type).title(title));
  }
  const list = S.documentTypeList(type).title(title);
  return item.child(
    newestBy ? list.defaultOrdering([{ field: newestBy, direction: "desc" }]) : list,
  );
}
