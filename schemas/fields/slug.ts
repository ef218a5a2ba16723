import { defineField, type SlugValue } from "@sanity/types";

const allowed = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** True when the text may stand in an address as it is: lower-case letters, digits and single hyphens. */
export const isAddressPart = (text: string) => allowed.test(text);

/**
 * The last part of a document's address. Sanity itself refuses a slug that another document of the same type has.
 *
 * @param name field name; `slug` nearly always, `id` where the specification calls it so
 * @param source the field that the Generate button reads
 * @param address where visitors find the document, shown to editors, such as "/blog/…"
 */
export const slugField = ({
  name = "slug",
  title = "Slug",
  source,
  address,
  group,
}: {
  name?: string;
  title?: string;
  source: string;
  address: string;
  group?: string;
}) =>
  defineField({
    name,
    title,
    type: "slug",
    group,
    description: `The end of the address: ${address}. Changing it breaks old links unless you add a redirect.`,
    options: { source, maxLength: 96 },
    validation: (rule) => [
      rule.required().error("Without a slug the page has no address. Press Generate."),
      rule.custom((slug: SlugValue | undefined) =>
        !slug?.current || isAddressPart(slug.current)
          ? true
          : "Use lower-case letters, digits and single hyphens only, such as merge-pdfs.",
      ),
    ],
  });
