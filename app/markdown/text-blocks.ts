import {
  buildMarksTree,
  isPortableTextToolkitSpan,
  isPortableTextToolkitTextNode,
  spanToPlainText,
} from "@portabletext/toolkit";
import { absoluteUrl } from "~/article/absolute-url";
import type { TextBlock } from "~/ui/rich-text";
import {
  blocks,
  code,
  heading,
  joined,
  lineBreak,
  link,
  listItem,
  type Markdown,
  paragraph,
  strong,
  words,
} from "./markdown";

/**
 * Text blocks of Portable Text as Markdown: paragraphs, headings, lists, strong words, code and
 * links.
 *
 * @param origin of the site, for links to its pages
 */
export function textBlocks(content: readonly TextBlock[], origin: string): Markdown {
  const parts: Markdown[] = [];
  let items: TextBlock[] = [];
  const endList = () => {
    if (items.length > 0) parts.push(listOf(items, origin));
    items = [];
  };
  for (const block of content) {
    if (block.listItem) {
      items.push(block);
      continue;
    }
    endList();
    const level = levels[block.style ?? ""];
    const line = lineOf(block, origin);
    parts.push(level ? heading(level, line) : paragraph(line));
  }
  endList();
  return blocks(...parts);
}

const levels: Record<string, 2 | 3 | 4 | undefined> = { h2: 2, h3: 3, h4: 4 };

/** Consecutive points, with those of deeper levels below the point before them. */
function listOf(items: readonly TextBlock[], origin: string): Markdown {
  const open: { isNumbered: boolean; count: number; width: number }[] = [];
  const lines = items.map((item) => {
    const depth = Math.min(Math.max(item.level ?? 1, 1) - 1, open.length);
    const isNumbered = item.listItem === "number";
    const last = open[depth];
    const count = last?.isNumbered === isNumbered ? last.count + 1 : 1;
    const marker = isNumbered ? `${count}. ` : "- ";
    const indent = open.slice(0, depth).reduce((sum, { width }) => sum + width, 0);
    open.splice(depth, Infinity, { isNumbered, count, width: marker.length });
    return listItem(marker, paragraph(lineOf(item, origin)), " ".repeat(indent));
  });
  return joined(lines, "\n");
}

type Node = ReturnType<typeof buildMarksTree>[number];

/** The text of a block with its marks. */
function lineOf({ children, markDefs }: TextBlock, origin: string): Markdown {
  const spans = (children ?? [])
    .filter(({ _type }) => _type === "span")
    .map(({ _key, text, marks }) => ({
      _type: "span",
      _key,
      text: text ?? "",
      marks: marks ?? [],
    }));
  const nodes = buildMarksTree({
    _type: "block",
    children: spans,
    markDefs: [...(markDefs ?? [])],
  });
  return inline(nodes, origin);
}

const inline = (nodes: readonly Node[], origin: string): Markdown =>
  joined(nodes.map((node) => inlineOf(node, origin)));

function inlineOf(node: Node, origin: string): Markdown {
  if (isPortableTextToolkitTextNode(node)) return node.text === "\n" ? lineBreak : words(node.text);
  if (!isPortableTextToolkitSpan(node)) return joined([]);
  if (node.markType === "code") return code(spanToPlainText(node));
  const content = inline(node.children, origin);
  if (node.markType === "strong") return strong(content);
  const href: unknown = node.markDef?.href;
  return typeof href === "string" ? link(content, absoluteUrl(href, origin)) : content;
}
