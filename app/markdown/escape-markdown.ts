/**
 * A text in which Markdown (CommonMark, with GitHub's tables and strikethrough) finds nothing to
 * read, wherever in a line it stands. Line ends and other space become one space, but for spaces
 * that do not break.
 *
 * @see https://spec.commonmark.org/0.31.2/#backslash-escapes
 */
export const escapeMarkdown = (text: string): string =>
  escapeStart(
    escapeEnd(
      text
        .replace(forbidden, "")
        .replace(/[ \t\n\r\f\v]+/g, " ")
        // Emphasis, code, links, HTML, tables, strikethrough. Inside of a word an underscore is
        // itself.
        .replace(/[\\`*[\]<|~]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g, "\\$&")
        // "&copy;" would become a sign.
        .replace(/&(?=#?\w{1,40};)/g, "\\&"),
    ),
  );

/*
 * The next two look at one place each. An expression that is tried at every position, such as
 * /#(?=#*\s*$)/g, takes quadratic time: a text of 20,000 signs held up the site for a second.
 */

/** Number signs at the end are no part of a heading; "!" before a link makes a picture of it. */
function escapeEnd(text: string): string {
  const line = text.trimEnd();
  let end = line.length;
  while (line[end - 1] === "#") end--;
  const signs = "\\#".repeat(line.length - end);
  return (line.slice(0, end) + signs + text.slice(line.length)).replace(/!$/, "\\!");
}

/** What begins a heading, a quote or a list, or underlines a heading, at the start of a line. */
function escapeStart(text: string): string {
  const line = text.trimStart();
  const indent = text.slice(0, text.length - line.length);
  return (
    indent +
    line
      .replace(/^(?:[#>]|[-+](?=\s|$)|[-=](?=[-=\s]*$))/, "\\$&")
      .replace(/^(\d{1,9})([.)])(?=\s|$)/, "$1\\$2")
  );
}

/** Control characters, which no text has a use for. */
// eslint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u0008\u000E-\u001F\u007F]/g;
