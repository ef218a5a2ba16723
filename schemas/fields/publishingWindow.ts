import { defineField } from "@sanity/types";

/** The group tab that holds {@link publishingWindowFields}. */
export const publishingGroup = { name: "publishing", title: "Publishing" };

/** When visitors see a published document. Queries compare both with the present moment. */
export const publishingWindowFields = [
  defineField({
    name: "publishAt",
    title: "Show from",
    description: "Empty: as soon as you publish.",
    type: "datetime",
    group: publishingGroup.name,
  }),
  defineField({
    name: "unpublishAt",
    title: "Show until",
    description: "Empty: for good.",
    type: "datetime",
    group: publishingGroup.name,
    validation: (rule) =>
      rule.custom((until, context) => {
        const from = context.document?.publishAt;
        return typeof until === "string" && typeof from === "string" && until <= from
          ? "It would disappear before it appears. Choose a moment after “Show from”."
          : true;
      }),
  }),
];
