import { defineField } from "@sanity/types";

type DownloadDefinition = { name: string; title: string; description?: string; group?: string };

/** File types that a visitor can open everywhere, by file extension. */
const kinds = ["zip", "pdf"];

/**
 * The ids of such files end with their extension (`file-<hash>-zip`); the seed contains the name
 * itself.
 */
const openable = new RegExp(`[-.](${kinds.join("|")})$`);

/** The id of the uploaded file. */
const assetOf = (file: unknown): string | undefined => {
  if (typeof file !== "object" || file === null || !("asset" in file)) return undefined;
  const { asset } = file;
  if (typeof asset !== "object" || asset === null || !("_ref" in asset)) return undefined;
  return typeof asset._ref === "string" ? asset._ref : undefined;
};

/** Refuses a file that visitors may be unable to open, and text about a missing file. */
const downloadRule = (file: unknown): true | string => {
  const asset = assetOf(file);
  if (asset) {
    return openable.test(asset) || "Not everyone can open this file. Upload a ZIP or a PDF.";
  }
  const hasTitle = typeof file === "object" && file !== null && "title" in file && file.title;
  return hasTitle ? "There is a title and no file. Upload the file, or clear the title." : true;
};

/** A file that visitors download, a ZIP or a PDF, with the text beside its button. */
export const downloadField = (field: DownloadDefinition) =>
  defineField({
    ...field,
    type: "file",
    options: { accept: kinds.map((kind) => `.${kind}`).join() },
    fields: [
      defineField({
        name: "title",
        title: "Title",
        type: "string",
        validation: (rule) => [
          rule.custom((title, { parent }) =>
            assetOf(parent) && !String(title ?? "").trim()
              ? "Name the file: visitors would not know what they download."
              : true,
          ),
          rule.max(60).warning("Keep it under 60 characters: it is set as a heading."),
        ],
      }),
      defineField({
        name: "description",
        title: "What is in it",
        type: "text",
        rows: 2,
        validation: (rule) =>
          rule.max(200).warning("Keep it under 200 characters: one or two sentences."),
      }),
    ],
    validation: (rule) => rule.custom(downloadRule),
  });
