import { defineField } from "@sanity/types";
import { filledIn } from "./required-value";

/**
 * What search engines and link previews show of a page.
 *
 * @param required true for pages whose texts give no title and description to fall back on
 */
export const seoField = ({ required = false }: { required?: boolean } = {}) =>
  defineField({
    name: "seo",
    title: "Search and sharing",
    type: "seo",
    group: "seo",
    validation: (rule) =>
      required
        ? rule.custom(filledIn("Give the page a title and a description for search engines."))
        : [],
  });

/** The group tab that holds {@link seoField}. */
export const seoGroup = { name: "seo", title: "Search and sharing" };
