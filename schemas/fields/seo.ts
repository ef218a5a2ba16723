import { defineField } from "@sanity/types";

/**
 * What search engines and link previews show of a page.
 *
 * @param required true for pages whose own texts give no description to fall back on
 */
export const seoField = ({ required = false }: { required?: boolean } = {}) =>
  defineField({
    name: "seo",
    title: "Search and sharing",
    type: "seo",
    group: "seo",
    // Not `required()`, which would remove the `null` from the generated types: a preview of an
    // incomplete draft would then crash the page.
    validation: (rule) => (required ? rule.custom(isDescribed) : []),
  });

const isDescribed = (seo: { description?: unknown } | undefined) =>
  (typeof seo?.description === "string" && seo.description.trim() !== "") ||
  "Write a description: search engines show it under the page's title.";

/** The group tab that holds {@link seoField}. */
export const seoGroup = { name: "seo", title: "Search and sharing" };
