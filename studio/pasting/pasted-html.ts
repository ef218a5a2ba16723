import { htmlToPortableText } from "@portabletext/html";
import { levelOnPage } from "./heading-levels";
import { quoteBlock, tableBlock, takes, type PastedInto } from "./pasted-blocks";
import { pictureInDataUrl, pictureName, type PastedPicture } from "./pasted-pictures";

type Rule = NonNullable<NonNullable<Parameters<typeof htmlToPortableText>[1]>["rules"]>[number];

/**
 * Parses what was copied from a word processor or a web page. The editor's own parser turns each
 * table cell and each quote into a paragraph, and drops pictures silently.
 *
 * @returns the blocks, those pictures among them that must still be uploaded, and the names of
 *   those left out: they are on other hosts, or in a file on a user's disk
 */
export function readHtml(html: string, into: PastedInto) {
  const leftOut: string[] = [];
  const pictures: PastedPicture[] = [];
  const readPicture: Rule = {
    deserialize(node, _next, createBlock) {
      if (!(node instanceof HTMLImageElement)) return undefined;
      const file = takes(into, "image") && pictureInDataUrl(node.src);
      const name = pictureName(node.alt, node.src);
      if (!file) {
        leftOut.push(name);
        return [];
      }
      const block = { _type: "image", _key: into.keyGenerator(), alt: node.alt };
      pictures.push({ key: block._key, file, name });
      return createBlock(block);
    },
  };
  const blocks = htmlToPortableText(withOurHeadings(html), {
    ...into,
    // Google Docs separates paragraphs by empty ones, which would be gaps on the page.
    whitespaceMode: "remove",
    rules: [
      readPicture,
      links,
      styledMarks,
      ...(takes(into, "table") ? [tables(into)] : []),
      ...(takes(into, "quote") ? [quotes(into)] : []),
    ],
  });
  return { blocks, pictures, leftOut };
}

const tables = (into: PastedInto): Rule => ({
  deserialize(node, _next, createBlock) {
    if (!(node instanceof HTMLTableElement)) return undefined;
    const rows = [...node.rows].map(({ cells }) => [...cells].map(textOf));
    // A table of one row or column, or around others, is used for layout.
    const isLayout = rows.length < 2 || rows.every(({ length }) => length < 2);
    if (isLayout || node.querySelector("table")) return undefined;
    return createBlock(tableBlock(into, rows));
  },
});

const quotes = (into: PastedInto): Rule => ({
  deserialize(node, _next, createBlock) {
    if (!isElement(node, "blockquote, .MsoQuote, .MsoIntenseQuote")) return undefined;
    return createBlock(quoteBlock(into, textOf(node)));
  },
});

/**
 * Footnotes of Word lead to `#_ftn1`, which is not on the page, and other links may run a script.
 */
const links: Rule = {
  deserialize(node, next) {
    if (!isElement(node, "a[href]")) return undefined;
    const leadsSomewhere = /^(https?:|mailto:|tel:|\/)/i.test(node.getAttribute("href") ?? "");
    return leadsSomewhere ? undefined : next(node.childNodes);
  },
};

/**
 * Bold and italic text of web pages, as a style instead of an element. Google Docs always writes it
 * so, and the library's own rule reads it.
 */
const styledMarks: Rule = {
  deserialize(node, next) {
    if (
      !(node instanceof HTMLElement) ||
      !isElement(node, "span[style]:not([data-is-google-docs])")
    )
      return undefined;
    const { fontWeight, fontStyle } = node.style;
    const marks = [
      ...(/^(bold(er)?|[6-9]00)$/.test(fontWeight) ? ["strong"] : []),
      ...(fontStyle === "italic" ? ["em"] : []),
    ];
    if (marks.length === 0) return undefined;
    return marks.reduce<ReturnType<typeof next>>(
      (children, name) => ({ _type: "__decorator", name, children }),
      next(node.childNodes),
    );
  },
};

const withOurHeadings = (html: string) =>
  html.replace(
    /<(\/?)h([1-6])\b/gi,
    (_tag, slash: string, level: string) => `<${slash}h${levelOnPage(Number(level))}`,
  );

const isElement = (node: Node, selector: string): node is Element =>
  node instanceof Element && node.matches(selector);

/** The text of an element on one line. Its paragraphs would run together. */
function textOf(element: Element): string {
  for (const end of element.querySelectorAll("p, div, li, br")) end.after(" ");
  return (element.textContent ?? "").replace(/\s+/g, " ").trim();
}
