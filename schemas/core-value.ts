import { defineType } from "@sanity/types";
import { iconField } from "./fields/icon";
import { orderRankField, orderRankOrdering } from "./fields/order-rank";
import { requiredLine, requiredText } from "./fields/text";

/** A value on the About page. */
export const coreValue = defineType({
  name: "coreValue",
  title: "Core value",
  type: "document",
  orderings: [orderRankOrdering],
  fields: [
    iconField(),
    requiredLine({ name: "title", title: "Title", max: 40 }),
    requiredText({ name: "description", title: "Description", max: 240 }),
    orderRankField,
  ],
  preview: { select: { title: "title", subtitle: "description" } },
});
