import { defineType } from "@sanity/types";
import { requiredLine } from "../fields/text";

/** A number and what it counts. */
export const fact = defineType({
  name: "fact",
  title: "Fact",
  type: "object",
  fields: [
    requiredLine({ name: "value", title: "Figure", max: 12, why: "It is shown in large type." }),
    requiredLine({ name: "label", title: "What it counts", max: 32 }),
  ],
  preview: { select: { title: "value", subtitle: "label" } },
});
