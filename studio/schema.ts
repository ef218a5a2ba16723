import { orderRankField } from "@sanity/orderable-document-list";
import type { InitialValueResolverContext, SourceClientOptions } from "sanity";
import { schemaTypes } from "../schemas";
import { icons } from "./icons";
import { shareLastRanks } from "./last-ranks";

type SchemaType = (typeof schemaTypes)[number];

const hasOrderRank = (type: SchemaType): boolean =>
  type.type === "document" &&
  "fields" in type &&
  Array.isArray(type.fields) &&
  type.fields.some(({ name }) => name === "orderRank");

/** Names of the document types that editors order by dragging. */
export const orderedTypes = new Set(schemaTypes.filter(hasOrderRank).map(({ name }) => name));

const lastRank = shareLastRanks([...orderedTypes]);

/** The plugin's field, whose request for the last rank is shared with those of the other types. */
function rankField(type: string) {
  const field = orderRankField({ type });
  const { initialValue } = field;
  if (typeof initialValue !== "function") throw new Error("A new document gets no rank any more.");
  return {
    ...field,
    initialValue: (params: unknown, context: InitialValueResolverContext) =>
      initialValue(params, {
        ...context,
        getClient: (options: SourceClientOptions) => {
          const client = context.getClient(options);
          return Object.assign(client.clone(), { fetch: () => lastRank(client, type) });
        },
      }),
  };
}

/**
 * The content model as the Studio shows it: with icons, and with a rank at the end of the list for
 * each new document of an ordered type. The schemas themselves have neither, because the site reads
 * them too.
 */
export const studioTypes = schemaTypes.map((type) => {
  const icon = icons[type.name];
  const dressed = icon ? { ...type, icon } : type;
  if (!hasOrderRank(dressed) || !("fields" in dressed) || !Array.isArray(dressed.fields)) {
    return dressed;
  }
  const rank = rankField(type.name);
  return {
    ...dressed,
    fields: dressed.fields.map((field) => (field.name === rank.name ? rank : field)),
  };
});
