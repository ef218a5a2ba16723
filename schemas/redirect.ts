import { defineField, defineType } from "@sanity/types";

/** An old address and where it leads now. */
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
        rule.regex(/^\/(?!\/)[^\s?#]*$/).error("Begin with one / and leave out ? and #."),
        rule.custom((from) =>
          typeof from === "string" && /^\/(studio|lake|admin)(\/|$)/.test(from)
            ? "The Studio and the admin area live there. Choose another path."
            : true,
        ),
      ],
    }),
    defineField({
      name: "to",
      title: "New address",
      description: "A path of this site or a whole address.",
      type: "string",
      validation: (rule) => [
        rule.required().error("Say where visitors go instead."),
        rule
          .regex(/^(\/(?!\/)\S*|https?:\/\/\S+)$/)
          .error("Begin with / for this site or with https://."),
        rule.custom((to, context) =>
          to && to === context.document?.from
            ? "It leads to itself: visitors would go round."
            : true,
        ),
      ],
    }),
    defineField({
      name: "permanent",
      title: "For good",
      description:
        "Browsers and search engines remember permanent redirects; leave it off while testing.",
      type: "boolean",
      initialValue: true,
    }),
  ],
  preview: { select: { title: "from", subtitle: "to" } },
});
