import { defineField, defineType } from "@sanity/types";
import { imageField } from "./fields/image";
import { requiredLine } from "./fields/text";

/** Someone who writes articles. */
export const author = defineType({
  name: "author",
  title: "Author",
  type: "document",
  fields: [
    requiredLine({ name: "name", title: "Name" }),
    defineField({ name: "role", title: "Role", type: "string" }),
    imageField({
      name: "image",
      title: "Portrait",
      description: "Square, the face in the middle. Without one the initials are shown.",
    }),
    defineField({ name: "bio", title: "About", type: "text", rows: 3 }),
  ],
  preview: { select: { title: "name", subtitle: "role", media: "image" } },
});
