import { orderRankField } from "@sanity/orderable-document-list";
import { schemaTypes } from "../schemas";
import { icons } from "./icons";

type SchemaType = (typeof schemaTypes)[number];

const hasOrderRank = (type: SchemaType): boolean =>
  type.type === "document" &&
  "fields" in type &&
  Array.isArray(type.fields) &&
  type.fields.some(({ name }) => name === "orderRank");

/** Names of the document types that editors order by dragging. */
export const orderedTypes = new Set(schemaTypes.filter(hasOrderRank).map(({ name }) => name));

/**
 * The content model as the Studio shows it: with icons, and with a place at the end of the list for each new document
 * of an ordered type. The schemas themselves are free of both, because the site reads them too.
 */
export const studioTypes = schemaTypes.map((type) => {
  const icon = icons[type.name];
  const dressed = icon ? { ...type, icon } : type;
  if (!hasOrderRank(dressed) || !("fields" in dressed) || !Array.isArray(dressed.fields)) {
    return dressed;
  }
  const rank = orderRankField({ type: type.name });
  return {
    ...dressed,
    fields: dressed.fields.map((field) => (field.name === rank.name ? rank : field)),
  };
});
