import { defineField, defineType } from "@sanity/types";
import { chosenDocumentsField } from "../fields/references";
import { headingFields } from "../fields/text";

/** Cards of solutions and a button to all of them. */
export const homeSolutions = defineType({
  name: "homeSolutions",
  title: "Solutions",
  type: "object",
  fields: [
    ...headingFields(),
    chosenDocumentsField({ name: "solutions", title: "Solutions", type: "solution" }),
    defineField({ name: "callToAction", title: "Button", type: "callToAction" }),
  ],
  preview: {
    select: { subtitle: "heading" },
    prepare: ({ subtitle }) => ({ title: "Solutions", subtitle }),
  },
});
