import { DocumentTextIcon } from "@sanity/icons/DocumentText";
import { LinkIcon } from "@sanity/icons/Link";
import { TagsIcon } from "@sanity/icons/Tags";
import { orderableDocumentListDeskItem } from "@sanity/orderable-document-list";
import type { ComponentType } from "react";
import { isObservable, map, shareReplay, startWith, type Observable } from "rxjs";
import type { ConfigContext } from "sanity";
import type {
  DefaultDocumentNodeResolver,
  IntentChecker,
  ListItem,
  ListItemBuilder,
  StructureBuilder,
  StructureResolver,
} from "sanity/structure";
import { schemaTypes, singletonTypes } from "../../schemas";
import { countDocuments, passedSinceOpened, type Counts } from "./document-counts";
import { desk, states, type TypeEntry } from "./desk";
import { icons } from "../icons";
import { orderedTypes, timedTypes } from "../schema";
import { UsedBy } from "../used-by";

const singletons = new Set<string>(singletonTypes);

/** What is counted: the documents of each type that has a list, and those in each state. */
const countedLists = () => [
  ...desk
    .flatMap((entry) => (!entry ? [] : "type" in entry ? [entry] : entry.entries))
    .filter(({ type }) => !singletons.has(type))
    .map(({ type }) => ({ id: type, filter: `_type == "${type}"` })),
  ...states.map(({ id, filter }) => ({ id, filter })),
];

/**
 * Builds the desk for `structureTool`. Lists show their number of documents, as soon as it is
 * known.
 */
export const structure: StructureResolver = (S, context) => {
  const known = countDocuments(context.documentStore, countedLists());
  const counts = known.pipe(startWith(null), shareReplay({ bufferSize: 1, refCount: true }));
  const passed = passedSinceOpened(counts);
  // Built once, so that new counts do not create new panes.
  const listOf = (title: string, items: Item[]) =>
    counts.pipe(
      map((now) =>
        S.list()
          .id(idOf(title))
          .title(title)
          .items(items.map(counted(now))),
      ),
    );

  return listOf("Content", [
    ...desk.map((entry): Item => {
      if (!entry) return S.divider();
      if ("type" in entry) return typeItem(S, context, entry, passed);
      const entries: Item[] = entry.entries.map((inner) => typeItem(S, context, inner, passed));
      if (entry.title === "Blog") entries.push(byCategory(S, known, passed));
      const list = listOf(entry.title, entries);
      return S.listItem()
        .id(idOf(entry.title))
        .title(entry.title)
        .icon(entry.icon)
        .child(() => list);
    }),
    S.divider(),
    ...states.map((state) => filteredItem(S, state, passed)),
  ]);
};

type Item = ListItemBuilder | ListItem | DividerBuilder;
type DividerBuilder = ReturnType<StructureBuilder["divider"]>;

/** Appends the count to the title of an item, if it has one. */
const counted = (counts: Counts | null) => {
  const titleOf = (id = "", title = "") => {
    const count = counts?.lists[id];
    return count === undefined ? title : `${title} (${count})`;
  };
  return (item: Item): Item => {
    if ("getId" in item) return item.title(titleOf(item.getId(), item.getTitle()));
    return "serialize" in item ? item : { ...item, title: titleOf(item.id, item.title) };
  };
};

/** Documents of any type that a filter finds, newest edit first. */
const filteredItem = (
  S: StructureBuilder,
  { id, title, icon, filter }: { id: string; title: string; icon: ComponentType; filter: string },
  passed: Observable<number>,
) =>
  S.listItem()
    .id(id)
    .title(title)
    .icon(icon)
    .child(() =>
      passed.pipe(
        map((since) =>
          S.documentList()
            .id(id)
            .title(title)
            .apiVersion("2025-02-19")
            .filter(filter)
            .params({ since })
            .defaultOrdering([{ field: "_updatedAt", direction: "desc" }]),
        ),
      ),
    );

/** The articles of each category; a new one there gets its category. */
const byCategory = (
  S: StructureBuilder,
  counts: Observable<Counts>,
  passed: Observable<number>,
) => {
  const id = "post-by-category";
  const title = "Articles by category";
  const articlesOf = (category: string, since: number) =>
    S.documentList()
      .id(category)
      .title("Articles")
      .schemaType("post")
      .apiVersion("2025-02-19")
      .filter('_type == "post" && category._ref == $category')
      .params({ category, since })
      .defaultOrdering([{ field: "date", direction: "desc" }])
      .initialValueTemplates([S.initialValueTemplateItem("post-in-category", { category })]);
  const list = counts.pipe(
    map(({ categories }) =>
      S.list()
        .id(id)
        .title(title)
        .items(
          categories.map(({ _id, title, articles }) =>
            S.listItem()
              .id(_id)
              .title(`${title ?? "Untitled"} (${articles})`)
              .icon(icons.category ?? TagsIcon)
              .child(() => passed.pipe(map((since) => articlesOf(_id, since)))),
          ),
        ),
    ),
  );
  return S.listItem()
    .id(id)
    .title(title)
    .icon(TagsIcon)
    .child(() => list);
};

/** The types that another type can refer to. */
const referenced = new Set(
  [...JSON.stringify(schemaTypes).matchAll(/"to":\[([^\]]*)\]/g)].flatMap(([, targets = ""]) =>
    [...targets.matchAll(/"type":"(\w+)"/g)].map(([, type]) => type),
  ),
);

/**
 * The form, and beside it the documents that refer to this one, where its type can be referenced.
 */
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
  passed: Observable<number>,
) {
  const icon = icons[type] ?? DocumentTextIcon;
  if (orderedTypes.has(type)) {
    const item = orderableDocumentListDeskItem({ S, context, type, title, icon, id: type });
    // The plugin's list accepts every intent: a new author opened as a feature. And it is named
    // after the type, as if it held one document.
    const canHandleIntent: IntentChecker = (_intent, params) => params.type === type;
    const { child } = item;
    if (!child || typeof child === "function" || isObservable(child)) return item;
    const list = Object.assign(child, { canHandleIntent, title });
    if (!timedTypes.has(type)) return item;
    const listSince = (since: number) => Object.assign({}, list, { key: `${type}${since}` });
    return { ...item, child: () => passed.pipe(map(listSince)) };
  }
  const item: ListItemBuilder = S.listItem().id(type).title(title).icon(icon).schemaType(type);
  if (singletons.has(type)) {
    return item.child(
      S.document().schemaType(type).documentId(type).title(title).views(viewsOf(S, type)),
    );
  }
  const listSince = (since: number) => {
    const list = S.documentTypeList(type).title(title).params({ type, since });
    return newestBy ? list.defaultOrdering([{ field: newestBy, direction: "desc" }]) : list;
  };
  return item.child(timedTypes.has(type) ? () => passed.pipe(map(listSince)) : listSince(0));
}
