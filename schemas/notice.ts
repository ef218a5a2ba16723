import { defineType } from "@sanity/types";
import { siteBarFields } from "./fields/site-bar";

/**
 * What visitors must know now, above every page. Without drafts: nobody should have to find the
 * Publish button during an outage.
 */
export const notice = defineType({
  name: "notice",
  title: "Service notice",
  type: "document",
  liveEdit: true,
  fields: siteBarFields({
    shownDescription:
      "Above every page, right away: there is no Publish button. Visitors also see what you change while it is shown.",
  }),
  preview: {
    select: { text: "text", isShown: "isShown" },
    prepare: ({ text, isShown }) => ({
      title: "Service notice",
      subtitle: isShown ? text : "Not shown",
    }),
  },
});
