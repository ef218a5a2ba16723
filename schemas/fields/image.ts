import { defineField, type FieldDefinition } from "@sanity/types";
import { pictureChosen } from "./required-value";

type ImageDefinition = {
  name: string;
  title: string;
  description?: string;
  group?: string;
  fieldset?: string;
  /** True when the page cannot do without a picture. */
  required?: boolean;
};

/** The message about a picture without a description. */
export const missingAlternativeText =
  "Describe the picture: screen readers have nothing else to say.";

/** Text for those who do not see the picture; required as soon as there is one. */
const alternativeText = defineField({
  name: "alt",
  title: "Alternative text",
  description:
    "What the picture shows, for people who cannot see it. Do not start with “image of”.",
  type: "string",
  validation: (rule) =>
    rule.custom((alt, context) => {
      const image = context.parent;
      const hasPicture = typeof image === "object" && image !== null && "asset" in image;
      return !hasPicture || alt?.trim() ? true : missingAlternativeText;
    }),
});

const captionField = defineField({
  name: "caption",
  title: "Caption",
  description: "Shown under the picture.",
  type: "string",
});

/** The fields every picture has. @param withCaption true for pictures inside an article */
export const imageFields = ({ withCaption }: { withCaption: boolean }): FieldDefinition[] =>
  withCaption ? [alternativeText, captionField] : [alternativeText];

/** A picture with alternative text, cropped around the hotspot that the editor sets. */
export const imageField = ({ required = false, ...field }: ImageDefinition) =>
  defineField({
    ...field,
    type: "image",
    options: { hotspot: true },
    fields: imageFields({ withCaption: false }),
    validation: (rule) =>
      required
        ? rule.custom(pictureChosen(`${field.title} is missing. Upload or choose one.`))
        : [],
  });
