import { orderRankField } from "@sanity/orderable-document-list";
import type { InitialValueResolverContext, SourceClientOptions } from "sanity";
import { schemaTypes } from "../schemas";
import { icons } from "./icons";
import { shareLastRanks } from "./last-ranks";

type SchemaType = (typeof schemaTypes)[number];

const hasField = (type: SchemaType, field: string): boolean =>
  type.type === "document" &&
  "fields" in type &&
  Array.isArray(type.fields) &&
  type.fields.some(({ name }) => name === field);

const typesWith = (field: string) =>
  new Set(schemaTypes.filter((type) => hasField(type, field)).map(({ name }) => name));

/** Names of the document types that editors order by dragging. */
export const orderedTypes = typesWith("orderRank");

/** Names of the document types that visitors see from and until chosen times. */
export const timedTypes = typesWith("publishAt");

const lastRank = shareLastRanks([...orderedTypes]);

/** The plugin's field, whose request for the last rank is shared with those of the other types. */
function rankField(type: string) {
  const field = orderRankField({ type });
  const { initialValue } = field;
  if (typeof initialValue !== "function") throw new Error("New documents no longer get a rank.");
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
 * A block's preview, which also names its dialog: by the type while it has no title yet. The Studio
 * called each new block "Untitled".
 */
function previewOf(type: SchemaType) {
  if (type.type !== "object" || !("preview" in type) || !type.preview) return {};
  const { preview } = type;
  if ("prepare" in preview && preview.prepare) return {};
  const prepare = ({ title, ...rest }: Record<string, unknown>) => ({
    ...rest,
    title: typeof title === "string" && title !== "" ? title : type.title,
  });
  return { preview: { ...preview, prepare } };
}

/**
 * The content model as the Studio shows it: with icons, and with a rank at the end of the list for
 * each new document of an ordered type. The schemas themselves have neither, because the site reads
 * them too.
 */
export const studioTypes = schemaTypes.map((type) => {
  const icon = icons[type.name];
  const dressed = { ...type, ...(icon && { icon }), ...previewOf(type) };
  if (!hasField(dressed, "orderRank") || !("fields" in dressed) || !Array.isArray(dressed.fields)) {
    return dressed;
  }
  const rank = rankField(type.name);
  return {
    ...dressed,
    fields: dressed.fields.map((field) => (field.name === rank.name ? rank : field)),
  };
});
