import { paste, startArticle, written } from "./support/pasting";
import { expect, test } from "./support/test";

/**
 * What Word puts on the clipboard, shortened: its styles, its lists that are not lists, its smart
 * tags.
 */
const fromWord = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head><style>@list l0:level1 {mso-level-number-format:bullet;} p.MsoNormal {margin:0cm;}</style></head>
<body lang=EN-US style='tab-interval:36.0pt'><!--StartFragment-->
<h2 style='mso-outline-level:2'><span style='font-family:"Comic Sans MS";color:red;mso-bidi-font-size:9pt'>Before you fold<o:p></o:p></span></h2>
<p class=MsoNormal><span style='font-size:19.0pt;mso-ansi-language:EN-US'>Paper from <st1:place w:st="on">Leipzig</st1:place> is <b style='mso-bidi-font-weight:normal'>heavy</b>, see <a href="https://paper.example/heavy">the list</a>.<o:p></o:p></span></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span>Cut it<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span>Fold it<o:p></o:p></p>
<!--EndFragment--></body></html>`;

const markdown = `## Before you fold

Paper is **heavy**, see [the list](https://paper.example/heavy).

- Cut it
- Fold it

\`\`\`python
fold(1)
\`\`\`
`;

/** What Visual Studio Code puts beside it, shortened: every line in its colors. */
const colored = `<meta charset='utf-8'><div style="color: #ccc;background-color: #1f1f1f;font-family: 'Droid Sans Mono', monospace;white-space: pre;">${markdown
  .split("\n")
  .map((line) => (line ? `<div><span style="color: #569cd6;">${line}</span></div>` : "<br>"))
  .join("")}</div>`;

test("text pasted from Word and as Markdown becomes clean text, with its structure", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  await startArticle(page, lake, "post-word");
  await paste(page, { "text/html": fromWord, "text/plain": "Before you fold Paper" });
  await expect
    .poll(() => written(lake, "post-word"))
    .toEqual([
      "h2: Before you fold",
      "normal: Paper from Leipzig is *heavy*, see *the list* https://paper.example/heavy",
      "bullet: Cut it",
      "bullet: Fold it",
    ]);

  for (const [id, html] of Object.entries({ "post-markdown": "", "post-colored": colored })) {
    await startArticle(page, lake, id);
    await paste(page, { "text/plain": markdown, "text/html": html });
    await expect
      .poll(() => written(lake, id))
      .toEqual([
        "h2: Before you fold",
        "normal: Paper is *heavy*, see *the list* https://paper.example/heavy",
        "bullet: Cut it",
        "bullet: Fold it",
        "python: fold(1)",
      ]);
  }
});

/**
 * Google Docs: all of it in a bold tag that is not bold, empty paragraphs, a picture on its own
 * host.
 */
const fromDocs = `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span>What it costs</span></p><br /><div dir="ltr" align="left"><table><colgroup><col width="301" /></colgroup><tbody><tr><td><p dir="ltr"><span>Plan</span></p></td><td><p dir="ltr"><span>Price</span></p><p dir="ltr"><span>a month</span></p></td></tr><tr><td><p dir="ltr"><span>Free</span></p></td><td><br /></td></tr></tbody></table></div><p dir="ltr"><span></span></p><p dir="ltr"><span><img src="https://docs.example/picture" width="602" alt="A price list" /></span></p><p dir="ltr"><span>And no more.</span></p></b>`;

/** Word: a style for quotes, a footnote. */
const quoteFromWord = `<html xmlns:w="urn:schemas-microsoft-com:office:word"><body><p class=MsoNormal>He said<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1">[1]</a>:</p><p class=MsoQuote><i>Ink is patient.<o:p></o:p></i></p></body></html>`;

/** A page: its layout in a table, a quote, a link that runs a script. */
const fromPage = `<table><tr><td><p>A note of <a href="javascript:alert(1)">ours</a></p><blockquote><p>Ink is patient.</p></blockquote></td></tr></table>`;

test("tables and quotes of Google Docs, Word, web pages and Markdown are preserved, and lost pictures are named", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  await startArticle(page, lake, "post-docs");
  await paste(page, { "text/html": fromDocs, "text/plain": "What it costs" });
  await expect(page.getByText("A picture was left out")).toBeVisible();
  await expect(page.getByText(/where it belongs: A price list\.$/)).toBeVisible();
  await expect
    .poll(() => written(lake, "post-docs"))
    .toEqual([
      "normal: What it costs",
      "table: Plan | Price a month / Free | ",
      "normal: And no more",
    ]);

  const quotes = {
    "post-word-quote": { "text/html": quoteFromWord },
    "post-page": { "text/html": fromPage },
    "post-markdown-quote": { "text/plain": "A note of ours\n\n> Ink is patient.\n" },
  };
  for (const [id, data] of Object.entries(quotes)) {
    await startArticle(page, lake, id);
    await paste(page, data);
    await expect
      .poll(() => written(lake, id))
      .toEqual([
        id === "post-word-quote" ? "normal: He said[1]:" : "normal: A note of ours",
        "quote: Ink is patient.",
      ]);
  }
});

test("the language of pasted code is mapped to that of the form", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  await startArticle(page, lake, "post-ts");
  await paste(page, { "text/plain": "```ts\nfold(1)\n```\n" });
  await expect.poll(() => written(lake, "post-ts")).toEqual(["typescript: fold(1)"]);
});

test("headings of every level and bold text of any form keep what they are", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  await startArticle(page, lake, "post-headings");
  const html = `<h1>Paper</h1><h2>Folding</h2><h5>By hand</h5>
<p>It is <span style="font-weight:bold">heavy</span>, <span style="font-weight: 700">very</span>.</p>`;
  await paste(page, { "text/html": html, "text/plain": "Paper" });
  await expect
    .poll(() => written(lake, "post-headings"))
    .toEqual(["h2: Paper", "h2: Folding", "h4: By hand", "normal: It is *heavy*, *very*"]);
  await startArticle(page, lake, "post-markdown-headings");
  await paste(page, { "text/plain": "# Paper\n\n### Folding\n\n###### By hand\n\nIt is heavy." });
  await expect
    .poll(() => written(lake, "post-markdown-headings"))
    .toEqual(["h2: Paper", "h3: Folding", "h4: By hand", "normal: It is heavy"]);
  await startArticle(page, lake, "post-typed-headings");
  for (const line of ["# Paper", "### Folding", "##### By hand", "#1 in print"]) {
    await page.keyboard.type(line, { delay: 40 });
    await page.keyboard.press("Enter");
  }
  await expect
    .poll(() => written(lake, "post-typed-headings"))
    .toEqual(["h2: Paper", "h3: Folding", "h4: By hand", "normal: #1 in print", "normal: "]);
});
