import { paste, startArticle, written } from "./support/pasting";
import { expect, test } from "./support/test";
import { insert } from "./support/text-toolbar";

const html = "<p>First <b>bold</b></p><ul><li>one</li><li>two</li></ul>";

test("what is pasted right after the first line of an empty text is kept, and so is that line", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  await startArticle(page, lake, "post-first-line");
  await page.keyboard.type("Begin", { delay: 75 });
  await page.keyboard.press("Enter");
  await paste(page, { "text/html": html, "text/plain": "First bold" });
  await page.keyboard.type(" More", { delay: 75 });
  await expect
    .poll(() => written(lake, "post-first-line"))
    .toEqual(["normal: Begin", "normal: First *bold*", "bullet: one", "bullet: two More"]);
});

test("a block that is inserted right after the first line of an empty text is kept, too", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  await startArticle(page, lake, "post-first-block");
  await page.keyboard.type("Hi", { delay: 75 });
  await page.keyboard.press("Enter");
  await insert(page, "Callout");
  await page.keyboard.type("A title", { delay: 75 });
  const blocks = () =>
    lake.fetch('*[_id == "drafts.post-first-block"][0].content[]{ "text": pt::text(@), title }');
  await expect.poll(blocks).toMatchObject([{ text: "Hi" }, { title: "A title" }]);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
