import { markdownToPortableText } from "@portabletext/markdown";
import { z } from "zod";
import { codeLanguage } from "../../schemas/fields/code-languages";
import { headingStyle } from "./heading-levels";
import { quoteBlock, tableBlock, takes, type PastedInto } from "./pasted-blocks";
import { pictureName } from "./pasted-pictures";

/** Anything else in a cell, such as a picture, has no text. */
const words = z.object({ text: z.string().catch("") });
const blocksOfText = z.array(z.object({ children: z.array(words).catch([]) }));

/**
 * Parses Markdown into blocks of our schema. The editor's own parser makes tables and quotes in a
 * format that our code cannot read: the preview broke.
 *
 * @returns the blocks, and the names of the pictures, which are not among them
 */
export function readMarkdown(markdown: string, into: PastedInto) {
  const leftOut: string[] = [];
  const blocks = markdownToPortableText(markdown, {
    ...into,
    block: { h1: styleOf(1), h5: styleOf(5), h6: styleOf(6) },
    types: {
      table: ({ value }) =>
        takes(into, "table")
          ? tableBlock(
              into,
              value.rows.map(({ cells }) => cells.map((cell) => textOf(cell.value, " "))),
            )
          : undefined,
      blockquote: ({ value }) =>
        takes(into, "quote") ? quoteBlock(into, textOf(value.content, "\n\n")) : undefined,
      code: ({ value: { language = "text", code } }) =>
        takes(into, "code")
          ? {
              _type: "code",
              _key: into.keyGenerator(),
              language: codeLanguage(language),
              code,
            }
          : undefined,
      image: ({ value: { alt, src } }) => {
        leftOut.push(pictureName(alt, src));
        return undefined;
      },
    },
  });
  return { blocks, pictures: [], leftOut };
}

const styleOf =
  (level: number) =>
  ({ context: { schema } }: { context: Pick<PastedInto, "schema"> }) =>
    headingStyle({ schema, level });

const textOf = (blocks: unknown, between: string): string =>
  blocksOfText
    .parse(blocks)
    .map(({ children }) => children.map(({ text }) => text).join(""))
    .join(between);
