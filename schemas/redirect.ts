import { defineField, defineType, type ValidationContext } from "@sanity/types";
import { z } from "zod";
import { askLake, uniqueAmongDocuments } from "./fields/unique-among-documents";
import { isFreePath, resolves } from "./fields/path-exists";
import { chainWarning, problemOf } from "./paths/redirect-rules";
import { draftIdOf, isDraftId, versionsOf } from "./edits/draft-ids";

const rules = z.array(
  z.object({ id: z.string(), from: z.string().catch(""), to: z.string().catch("") }),
);

/**
 * Follows the redirect through all others that are published, and those that will be once all
 * drafts are.
 */
const problemWith = async (
  to: string | undefined,
  { document, getClient }: Partial<Pick<ValidationContext, "document" | "getClient">>,
) => {
  if (!to || !document || !getClient) return null;
  const others = rules.parse(
    await askLake(
      getClient({ apiVersion: "2025-02-19" }),
      '*[_type == "redirect" && !(_id in $versions)]{ "id": _id, from, to }',
      { versions: versionsOf(document) },
    ),
  );
  const published = others.filter(({ id }) => !isDraftId(id));
  const drafted = others.filter((rule) => !published.includes(rule));
  const planned = published.filter(({ id }) => !drafted.some((rule) => rule.id === draftIdOf(id)));
  const rule = { id: document._id, from: String(document.from), to };
  const problems = [[...planned, ...drafted], published].map((rules) => problemOf(rule, rules));
  return problems.find((found) => found?.kind === "loop") ?? problems[0];
};

/** An old path and its current target. */
export const redirect = defineType({
  name: "redirect",
  title: "Redirect",
  type: "document",
  fields: [
    defineField({
      name: "from",
      title: "Old path",
      description: "Such as /old-page.",
      type: "string",
      validation: (rule) => [
        rule.required().error("Write the path that no longer exists."),
        rule
          .regex(/^\/(?![/\\])[^\s?#]*$/)
          .error("Begin with one / and leave out spaces, ? and #."),
        rule.custom((from) =>
          typeof from === "string" && /^\/(studio|lake|admin)(\/|$)/.test(from)
            ? "The Studio and the admin area live there. Choose another path."
            : true,
        ),
        rule.custom(
          uniqueAmongDocuments({
            filter: '_type == "redirect" && from == $value',
            message: () => "Another redirect begins here already: change that one.",
          }),
        ),
        rule.custom(isFreePath).warning(),
      ],
    }),
    defineField({
      name: "to",
      title: "New path or URL",
      description: "A path on this site or a full URL.",
      type: "string",
      validation: (rule) => [
        rule.required().error("Say where visitors go instead."),
        rule
          .regex(/^(\/(?![/\\])\S*|https?:\/\/\S+)$/)
          .error("Begin with / for this site or with https://."),
        rule.custom((to, context) =>
          to && to === context.document?.from
            ? "It leads to itself: visitors would go round in circles."
            : true,
        ),
        rule.custom(async (to, context) =>
          (await problemWith(to, context))?.kind === "loop"
            ? "Other redirects lead back from there: visitors would go round in circles."
            : true,
        ),
        rule.custom(resolves).warning(),
        rule
          .custom(async (to, context) => {
            const found = await problemWith(to, context);
            return found?.kind === "chain" ? chainWarning(found.end) : true;
          })
          .warning(),
      ],
    }),
    defineField({
      name: "permanent",
      title: "Permanent",
      description:
        "Browsers and search engines remember a permanent redirect: turn it off while you test one.",
      type: "boolean",
      initialValue: true,
    }),
  ],
  preview: { select: { title: "from", subtitle: "to" } },
});
