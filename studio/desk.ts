import { BasketIcon } from "@sanity/icons/Basket";
import { CalendarIcon } from "@sanity/icons/Calendar";
import { CaseIcon } from "@sanity/icons/Case";
import { ClockIcon } from "@sanity/icons/Clock";
import { ComposeIcon } from "@sanity/icons/Compose";
import { DocumentTextIcon } from "@sanity/icons/DocumentText";
import { EditIcon } from "@sanity/icons/Edit";
import { LinkIcon } from "@sanity/icons/Link";
import { RocketIcon } from "@sanity/icons/Rocket";
import { TagsIcon } from "@sanity/icons/Tags";
import { UsersIcon } from "@sanity/icons/Users";
import { orderableDocumentListDeskItem } from "@sanity/orderable-document-list";
import type { ComponentType } from "react";
import type { ConfigContext } from "sanity";
import type {
  DefaultDocumentNodeResolver,
  IntentChecker,
  ListItemBuilder,
  StructureBuilder,
  StructureResolver,
} from "sanity/structure";
import { schemaTypes, singletonTypes } from "../schemas";
import { icons } from "./icons";
import { orderedTypes } from "./schema";
import { UsedBy } from "./used-by";

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

const singletons = new Set<string>(singletonTypes);

/** Builds the desk for `structureTool`. */
export const structure: StructureResolver = (S, context) =>
  S.list()
    .title("Content")
    .items([
      ...desk.map((entry) => {
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
              .items([
                ...entry.entries.map((inner) => typeItem(S, context, inner)),
                ...(entry.title === "Blog" ? [byCategory(S)] : []),
              ]),
          );
      }),
      S.divider(),
      ...states.map((state) => filteredItem(S, state)),
    ]);

/** Documents of any type that a filter finds, newest edit first. */
const filteredItem = (
  S: StructureBuilder,
  { id, title, icon, filter }: { id: string; title: string; icon: ComponentType; filter: string },
) =>
  S.listItem()
    .id(id)
    .title(title)
    .icon(icon)
    .child(
      S.documentList()
        .id(id)
        .title(title)
        .apiVersion("2025-02-19")
        .filter(filter)
        .defaultOrdering([{ field: "_updatedAt", direction: "desc" }]),
    );

const states = [
  { id: "drafts", title: "In draft", icon: EditIcon, filter: '_id in path("drafts.**")' },
  {
    id: "scheduled",
    title: "Scheduled",
    icon: CalendarIcon,
    filter: "dateTime(publishAt) > dateTime(now()) || dateTime(unpublishAt) > dateTime(now())",
  },
  {
    id: "ended",
    title: "Ended",
    icon: ClockIcon,
    filter: "dateTime(unpublishAt) <= dateTime(now())",
  },
];

/** The articles of each category; a new one there has its category already. */
const byCategory = (S: StructureBuilder) =>
  S.listItem()
    .id("post-by-category")
    .title("Articles by category")
    .icon(TagsIcon)
    .child(
      S.documentTypeList("category")
        .title("Articles by category")
        .child((category) =>
          S.documentList()
            .id(category)
            .title("Articles")
            .schemaType("post")
            .apiVersion("2025-02-19")
            .filter('_type == "post" && category._ref == $category')
            .params({ category })
            .defaultOrdering([{ field: "date", direction: "desc" }])
            .initialValueTemplates([S.initialValueTemplateItem("post-in-category", { category })]),
        ),
    );

/** The types that another type can refer to. */
const referenced = new Set(
  [...JSON.stringify(schemaTypes).matchAll(/"to":\[([^\]]*)\]/g)].flatMap(([, targets = ""]) =>
    [...targets.matchAll(/"type":"(\w+)"/g)].map(([, type]) => type),
  ),
);

/** The form, and beside it who refers to the document, where anybody can. */
const viewsOf = (S: StructureBuilder, type: string) =>
  referenced.has(type)
    ? [S.view.form(), S.view.component(UsedBy).id("used-by").title("Used by").icon(LinkIcon)]
    : [S.view.form()];

/** How `structureTool` opens a document. */
export const defaultDocumentNode: DefaultDocumentNodeResolver = (S, { schemaType }) =>
  S.document().views(viewsOf(S, schemaType));

const idOf = (title: string) => title.toLowerCase().replaceAll(" ", "-");

function typeItem(
  S: StructureBuilder,
  context: ConfigContext,
  { title, type, newestBy }: TypeEntry,
) {
  const icon = icons[type] ?? DocumentTextIcon;
  if (orderedTypes.has(type)) {
    const item = orderableDocumentListDeskItem({ S, context, type, title, icon, id: type });
    // The plugin's list offers to open whatever somebody asks for: a new author came up as a feature.
    const canHandleIntent: IntentChecker = (_intent, params) => params.type === type;
    Object.assign(item.child ?? {}, { canHandleIntent });
    return item;
  }
  const item: ListItemBuilder = S.listItem().id(type).title(title).icon(icon).schemaType(type);
  if (singletons.has(type)) {
    return item.child(
      S.document().schemaType(type).documentId(type).title(title).views(viewsOf(S, type)),
    );
  }
  const list = S.documentTypeList(type).title(title);
  return item.child(
    newestBy ? list.defaultOrdering([{ field: newestBy, direction: "desc" }]) : list,
  );
}
