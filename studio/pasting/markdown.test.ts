import { describe, expect, test } from "vitest";
import { isMarkdown, pastedMarkdown } from "./markdown";

test.each([
  "## Steps\n\nFirst",
  "- ink\n- paper",
  "1. Fold\n2. Cut",
  "> Said once",
  "```js\nprint()\n```",
  "It is **very** sharp",
  "See [the prices](/#pricing)",
  "| Plan | Price |\n|---|---:|\n| Free | 0 |",
  "Plan | Price\n--- | ---\nFree | 0",
])("%j is Markdown", (text) => {
  expect(isMarkdown(text)).toBe(true);
});

test.each([
  "Plain words.",
  "5 * 3 * 2",
  "#1 in print",
  "C# and F#",
  "well-known - mostly",
  "a [1]",
  "Signed\n---\nAda",
  "a | b",
])("%j is not", (text) => {
  expect(isMarkdown(text)).toBe(false);
});

describe("a clipboard with Markdown as plain text", () => {
  const markdown = "## Steps\n\n- **Cut** it\n";
  const pasted = (forms: Record<string, string>) => pastedMarkdown((type) => forms[type] ?? "");

  // Clipboard HTML of these programs, shortened.
  const fromVisualStudioCode = `<meta charset='utf-8'><div style="color: #cccccc;background-color: #1f1f1f;font-family: 'Droid Sans Mono', 'monospace', monospace;font-weight: normal;font-size: 14px;line-height: 19px;white-space: pre;"><div><span style="color: #569cd6;font-weight: bold;">## Steps</span></div><br><div><span style="color: #6796e6;">-</span><span style="color: #cccccc;"> </span><span style="color: #569cd6;font-weight: bold;">**Cut**</span><span style="color: #cccccc;"> it</span></div></div>`;
  const fromVisualStudioCodeOnMac = `<meta charset='utf-8'><div style="color: #d4d4d4;background-color: #1e1e1e;font-family: Menlo, Monaco, Consolas;white-space: pre;"><div><span style="color: #569cd6;">## Steps</span></div></div>`;
  const fromJetBrains = `<html><head><meta http-equiv="content-type" content="text/html; charset=UTF-8"></head><body><pre style="background-color:#2b2b2b;color:#a9b7c6;font-family:'JetBrains Mono',monospace;font-size:9.8pt;"><span style="color:#cc7832;font-weight:bold;">## Steps<br></span><br>- <span style="font-weight:bold;">**Cut**</span> it<br></pre></body></html>`;

  const fromWord = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body><p class=MsoNormal><span style='font-family:"Courier New",monospace'>## Steps<o:p></o:p></span></p></body></html>`;
  const fromDocs = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span style="font-family:'Roboto Mono',monospace;">## Steps</span></p></b>`;
  const fromPage = `<meta charset='utf-8'><h2 style="font-family: Menlo, monospace;">Steps</h2><ul><li><b>Cut</b> it</li></ul>`;
  const withoutFont = `<div><span style="color: red;">## Steps</span></div>`;

  test("is parsed when there is nothing else", () => {
    expect(pasted({ "text/plain": markdown })).toBe(markdown);
    expect(pasted({ "text/plain": "Cut it" })).toBe(false);
    expect(pasted({})).toBe(false);
  });

  test.each(Object.entries({ fromVisualStudioCode, fromVisualStudioCodeOnMac, fromJetBrains }))(
    "is parsed %s, whose HTML only adds color",
    (_, html) => {
      expect(pasted({ "text/plain": markdown, "text/html": html })).toBe(markdown);
      expect(pasted({ "text/plain": "const cut = it;", "text/html": html })).toBe(false);
    },
  );

  test.each(Object.entries({ fromWord, fromDocs, fromPage, withoutFont }))(
    "is left to its HTML %s",
    (_, html) => {
      expect(pasted({ "text/plain": markdown, "text/html": html })).toBe(false);
    },
  );

  test("is left to the blocks that were copied in the Studio", () => {
    expect(pasted({ "text/plain": markdown, "application/x-portable-text": "[]" })).toBe(false);
  });
});
