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
  (typeof seo?.description === "string" && seo.description.trim() !== "") || {
    message: "Write a description: search engines show it under the page’s title.",
    // The list of what is wrong leads to the field, which says so, too.
    path: ["description"],
  };

/** The group tab that holds {@link seoField}. */
export const seoGroup = { name: "seo", title: "Search and sharing" };
