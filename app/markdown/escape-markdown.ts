/**
 * A text in which Markdown (CommonMark, with GitHub's tables and strikethrough) finds nothing to
 * read, wherever in a line it stands. Line ends and other space become one space, but for spaces
 * that do not break.
 *
 * @see https://spec.commonmark.org/0.31.2/#backslash-escapes
 */
export const escapeMarkdown = (text: string): string =>
  text
    .replace(forbidden, "")
    .replace(/[ \t\n\r\f\v]+/g, " ")
    // Emphasis, code, links, HTML, tables, strikethrough. Inside of a word an underscore is itself.
    .replace(/[\\`*[\]<|~]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g, "\\$&")
    // "&copy;" would become a sign.
    .replace(/&(?=#?\w{1,40};)/g, "\\&")
    // What begins a heading, a quote or a list, or underlines a heading, at the start of a line.
    .replace(/(?<=^\s*)(?:[#>]|[-+](?=\s|$)|[-=](?=[-=\s]*$))/g, "\\$&")
    .replace(/(?<=^\s*\d{1,9})[.)](?=\s|$)/g, "\\$&")
    // What ends a heading is left out of it.
    .replace(/#(?=#*\s*$)/g, "\\#")
    // Before a link it would make a picture of it.
    .replace(/!$/, "\\!");

/** Control characters, which no text has a use for. */
// eslint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u0008\u000E-\u001F\u007F]/g;
