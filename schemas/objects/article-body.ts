import { defineArrayMember, defineType } from "@sanity/types";
import { codeLanguages } from "../fields/code-languages";
import { pictureChosen } from "../fields/required-value";
import { imageFields } from "../fields/image";
import { textBlock } from "../fields/portable-text";

const codeWritten = (value: unknown) => {
  const isWritten =
    typeof value === "object" && value !== null && "code" in value && value.code !== "";
  return isWritten || "Write the code or remove the block.";
};

/**
 * The body of an article or of a documentation page: text with headings, and the blocks between the
 * paragraphs.
 */
export const articleBody = defineType({
  name: "articleBody",
  title: "Body",
  type: "array",
  of: [
    textBlock({ headings: true }),
    defineArrayMember({
      type: "image",
      options: { hotspot: true },
      fields: imageFields({ withCaption: true }),
      preview: {
        select: { title: "alt", subtitle: "caption", media: "asset" },
        // The dialog is named by it.
        prepare: ({ title, ...rest }) => ({ ...rest, title: title || "Picture" }),
      },
      validation: (rule) => rule.custom(pictureChosen("Choose a picture or remove the block.")),
    }),
    // The code-input plugin of the Studio defines `code`: language, filename, code.
    defineArrayMember({
      type: "code",
      options: { withFilename: true, languageAlternatives: codeLanguages },
      // Without one the block is called "UNKNOWN".
      initialValue: { language: "text" },
      validation: (rule) => rule.custom(codeWritten),
    }),
    defineArrayMember({ type: "quote" }),
    defineArrayMember({ type: "callout" }),
    defineArrayMember({ type: "table" }),
    defineArrayMember({ type: "video" }),
  ],
});
