import type { Page } from "@playwright/test";
import { paste, startArticle, written } from "./support/pasting";
import { expect, test } from "./support/test";
import { writeWords } from "./support/text-toolbar";

/** Ways to insert two formatted paragraphs, the second in bold. */
const ways: Record<string, (page: Page) => Promise<unknown>> = {
  "from a web page": (page) =>
    paste(page, { "text/html": "<p>One</p><p><b>Two</b></p>", "text/plain": "One\n\nTwo" }),
  "as Markdown": (page) => paste(page, { "text/plain": "One\n\n**Two**\n" }),
  "from the editor itself": (page) =>
    paste(page, {
      "application/x-portable-text": JSON.stringify(
        ["One", "Two"].map((text, index) => ({
          _type: "block",
          _key: text,
          style: "normal",
          markDefs: [],
          children: [{ _type: "span", _key: text, text, marks: index === 1 ? ["strong"] : [] }],
        })),
      ),
      "text/html": "<p>One</p><p><b>Two</b></p>",
      "text/plain": "One\n\nTwo",
    }),
};

for (const [way, pasteTwo] of Object.entries(ways)) {
  test(`what is typed after two paragraphs were pasted ${way} into the middle of one follows them`, async ({
    lake,
    studioPage: page,
  }) => {
    test.slow();
    const id = `post-caret-${Object.keys(ways).indexOf(way)}`;
    await startArticle(page, lake, id);
    await writeWords(page, "Left Right");
    await page.keyboard.press("Control+ArrowLeft");
    await pasteTwo(page);
    await page.keyboard.type(" and on", { delay: 60 });
    await expect
      .poll(() => written(lake, id))
      .toEqual(["normal: Left One", "normal: *Two and on*Right"]);
  });

  test(`two paragraphs that were pasted ${way} at the beginning of a heading come before it`, async ({
    lake,
    studioPage: page,
  }) => {
    test.slow();
    const id = `post-heading-${Object.keys(ways).indexOf(way)}`;
    await startArticle(page, lake, id);
    await writeWords(page, "## Heading", "Heading");
    await page.keyboard.press("Home");
    await pasteTwo(page);
    await page.keyboard.type(" and on", { delay: 60 });
    await expect
      .poll(() => written(lake, id))
      .toEqual(["normal: One", "normal: *Two and on*", "h2: Heading"]);
  });
}
