import { escapeMarkdown } from "./escape-markdown";

/** Text that is Markdown already. Only this file makes it, so that nothing unescaped gets in. */
class Markdown {
  constructor(readonly text: string) {}
}

export type { Markdown };

export type Inline = string | number | null | undefined | Markdown;

/**
 * Markdown on one line, from a template. Values are escaped, and line ends in them are spaces; only
 * other Markdown is inserted as it is. Null and undefined are empty.
 */
export function md(parts: TemplateStringsArray, ...values: readonly Inline[]): Markdown {
  return new Markdown(
    parts.map((part, index) => (index > 0 ? inlineText(values[index - 1]) : "") + part).join(""),
  );
}

function inlineText(value: Inline): string {
  if (value === null || value === undefined) return "";
  return value instanceof Markdown ? value.text : escapeMarkdown(String(value)).trim();
}

/** A part of a line, with the spaces at its ends. */
export const words = (text: string): Markdown => new Markdown(escapeMarkdown(text));

/** The end of a line within a paragraph. */
export const lineBreak = new Markdown("  \n");

/** The parts that have a text, one behind the other. */
export const joined = (parts: readonly Inline[], separator = ""): Markdown =>
  new Markdown(parts.map(inlineText).filter(Boolean).join(separator));

/**
 * Paragraphs, headings, lists and other blocks, in their order; those without a text are left out.
 */
export const blocks = (...parts: readonly Inline[]): Markdown => joined(parts, "\n\n");

/** A paragraph, without space at its ends: at its beginning it would be code. */
export const paragraph = (text: Markdown): Markdown => new Markdown(text.text.trim());

/** A heading, on one line; none without a text. */
export function heading(level: 1 | 2 | 3 | 4, text: Inline): Markdown {
  const line = onOneLine(inlineText(text)).trim();
  return new Markdown(line && `${"#".repeat(level)} ${line}`);
}

/**
 * Line ends, with the space around them, become one space. One regular expression for both takes
 * quadratic time over spaces without a line end.
 */
function onOneLine(text: string): string {
  const lines = text.split("\n");
  if (lines.length === 1) return text;
  const last = lines.length - 1;
  return lines
    .map((line, at) => (at === 0 ? line.trimEnd() : at === last ? line.trimStart() : line.trim()))
    .filter((line, at) => line || at === 0 || at === last)
    .join(" ");
}

/** A heading with what is below it; nothing when nothing is. */
export function section(level: 2 | 3 | 4, title: Inline, ...parts: readonly Inline[]): Markdown {
  const content = blocks(...parts);
  return content.text ? blocks(heading(level, title), content) : content;
}

/** Spaces at the ends are outside of the asterisks, which would be signs beside them. */
export const strong = (text: Inline): Markdown => around(inlineText(text), (line) => `**${line}**`);

function around(text: string, mark: (inner: string) => string): Markdown {
  const inner = text.trim();
  if (!inner) return new Markdown(text);
  const start = text.indexOf(inner);
  return new Markdown(text.slice(0, start) + mark(inner) + text.slice(start + inner.length));
}

/** A link; only its text when it leads nowhere. */
export function link(text: Inline, url: string | null): Markdown {
  const label = inlineText(text);
  return new Markdown(url && label ? `[${label}](${destination(url)})` : label);
}

export const image = (alt: string | null | undefined, url: string): Markdown =>
  new Markdown(`![${escapeMarkdown(alt ?? "")}](${destination(url)})`);

/**
 * A URL between the parentheses of a link: it must not end there, and "&copy;" in its parameters
 * must not become a sign.
 */
const destination = (url: string): string =>
  url
    .replace(/[\s()<>\\]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, "0")}`)
    .replaceAll("&", "\\&");

/** Code in a line: between more backquotes than it contains itself. */
export const code = (text: string | null | undefined): Markdown =>
  around(onOneLine(text ?? ""), (line) => {
    const fence = "`".repeat(longestRun(line) + 1);
    const space = /^`|`$/.test(line) ? " " : "";
    return fence + space + line + space + fence;
  });

/** Code on lines of its own. A language that is no word is left out. */
export function codeBlock(text: string | null | undefined, language?: string | null): Markdown {
  if (!text) return new Markdown("");
  const fence = "`".repeat(Math.max(longestRun(text) + 1, 3));
  const name = /^[\w+#.-]{1,30}$/.exec(language ?? "")?.[0] ?? "";
  return new Markdown(`${fence}${name}\n${text.replace(/\n$/, "")}\n${fence}`);
}

const longestRun = (text: string): number =>
  (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);

/** The points of a list; those without a text are left out. */
export const list = (items: readonly Inline[]): Markdown =>
  joined(
    items.map((item) => listItem("- ", item)),
    "\n",
  );

/** A point of a list: its further lines are indented, so that they stay in it. */
export function listItem(marker: string, text: Inline, indent = ""): Markdown {
  const lines = inlineText(text);
  const inside = `\n${indent}${" ".repeat(marker.length)}`;
  return new Markdown(lines && indent + marker + lines.replaceAll("\n", inside));
}

/** Every line after ">". */
export const quote = (content: Markdown): Markdown =>
  new Markdown(content.text && content.text.replace(/^(?=.)/gm, "> ").replace(/^$/gm, ">"));

/** A table of GitHub's Markdown; all rows have as many cells as the widest. */
export function table(head: readonly Inline[], rows: readonly (readonly Inline[])[]): Markdown {
  const width = Math.max(head.length, ...rows.map((row) => row.length));
  if (width === 0) return new Markdown("");
  const line = (cells: readonly Inline[]) =>
    `| ${Array.from({ length: width }, (_, at) => inlineText(cells[at])).join(" | ")} |`;
  const rule = `|${" --- |".repeat(width)}`;
  return new Markdown([line(head), rule, ...rows.map(line)].join("\n"));
}

/** A plain text with empty lines between its paragraphs. */
export const paragraphs = (text: string | null | undefined): Markdown =>
  blocks(...(text ?? "").split(/\n\s*\n/));
