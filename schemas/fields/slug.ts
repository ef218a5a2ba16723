import { defineField, type SlugValue, type ValidationContext } from "@sanity/types";
import { typesBeside } from "../paths/page-path";
import { reservedPaths } from "../paths/reserved-paths";
import { uniqueAmongDocuments } from "./unique-among-documents";

/** The context that a rule gets in the Studio; checks without a lake leave the client out. */
type Context = Partial<Pick<ValidationContext, "getClient" | "document">>;

const allowed = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/**
 * True when the text may appear in a URL as it is: lower-case letters, digits and single hyphens.
 */
export const isUrlSegment = (text: string) => allowed.test(text);

/**
 * Refuses a slug that another document at the same path has. Sanity's own rule checks documents of
 * one type only, and reports it once for each rule of the field.
 */
const isFree = (slug: SlugValue | undefined, context: Context) => {
  const { document } = context;
  if (!slug?.current || !document) return true;
  const beside = typesBeside(document._type);
  const types = beside.length > 0 ? beside : [document._type];
  return uniqueAmongDocuments({
    filter: `_type in ${JSON.stringify(types)} && $value in [slug.current, id.current]`,
    message: (names) => `${names} has this slug already. Choose another one.`,
  })(slug.current, context);
};

/** True when a document of this type would have a path that the site itself serves. */
export const isReserved = (type: string | undefined, slug: string): boolean =>
  type !== undefined && typesBeside(type).includes("page") && reservedPaths.has(slug);

/**
 * The last part of a document's path.
 *
 * @param name field name; `slug` nearly always, `id` where the specification calls it so
 * @param source the field that the Generate button reads
 * @param url where visitors find the document, shown to editors, such as "/blog/…"
 */
export const slugField = ({
  name = "slug",
  title = "Slug",
  source,
  url,
  group,
}: {
  name?: string;
  title?: string;
  source: string;
  url: string;
  group?: string;
}) =>
  defineField({
    name,
    title,
    type: "slug",
    group,
    description: `The end of the URL (${url}). ${
      /[?#]/.test(url)
        ? "Changing it breaks old links."
        : "Once published, you can change it: the old URL then redirects to the new one."
    }`,
    options: { source, maxLength: 96, isUnique: () => true },
    validation: (rule) => [
      rule.required().error("Without a slug the page has no URL. Press Generate."),
      rule.custom((slug: SlugValue | undefined) =>
        !slug?.current || isUrlSegment(slug.current)
          ? true
          : "Use lower-case letters, digits and single hyphens only, such as merge-pdfs.",
      ),
      rule.custom((slug: SlugValue | undefined, { document }) =>
        slug?.current && isReserved(document?._type, slug.current)
          ? `The site itself has a page at /${slug.current}. Choose another slug.`
          : true,
      ),
      rule.custom(isFree),
    ],
  });
