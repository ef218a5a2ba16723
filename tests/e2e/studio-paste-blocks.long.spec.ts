import type { SanityDocument } from "@sanity/client";
import { paste, startArticle, written } from "./support/pasting";
import { studio } from "./support/studio";
import { expect, test } from "./support/test";

/** A PNG of one pixel. */
const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

test("a picture that was copied alone is uploaded, without a message that it was left out", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  await startArticle(page, lake, "post-copied");
  const html =
    '<meta charset="utf-8"><img src="https://pictures.example/key.png" alt="A quoin key">';
  await paste(page, { "text/html": html }, [pixel]);
  await expect.poll(() => written(lake, "post-copied")).toContain("image: ");
  await expect(page.getByText("A picture was left out")).toBeHidden();
});

test("pictures embedded in pasted text are uploaded in place, and the others are named", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  await startArticle(page, lake, "post-held");
  await paste(page, {
    "text/html": `<p>Before.</p><p>In a line <img src="data:image/png;base64,${pixel}" alt="A forme"> of text.</p>
      <p><img src="https://pictures.example/chart.png"></p>
      <p><img src="file:///C:/msohtmlclip1/01/clip_image002.jpg" alt="A quoin key"></p>`,
    "text/plain": "Before. In a line of text.",
  });
  await expect(page.getByText("2 pictures were left out")).toBeVisible();
  await expect(page.getByText(/where it belongs: chart\.png and A quoin key\.$/)).toBeVisible();
  await expect
    .poll(() => written(lake, "post-held"))
    .toEqual(["normal: Before", "normal: In a line", "image: A forme", "normal: of text"]);
});

test("rows pasted from a spreadsheet into a text become a table", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  await startArticle(page, lake, "post-sheet");
  await paste(page, { "text/plain": "Plan\tPrice\r\nFree\t0\r\nPro\t12\r\n" });
  await expect
    .poll(() => written(lake, "post-sheet"))
    .toEqual(["table: Plan | Price / Free | 0 / Pro | 12"]);
});

test("a table pasted as Markdown gets its caption in the form, and appears in the preview and on the site", async ({
  lake,
  studioPage: page,
  page: visitor,
}) => {
  test.slow();
  const [post] = await lake.fetch<SanityDocument[]>('*[_type == "post" && defined(slug.current)]');
  const id = "post-table";
  const slug = { _type: "slug", current: "a-pasted-table" };
  await lake.create({ ...post, _id: `drafts.${id}`, _type: "post", title: id, slug, content: [] });
  await startArticle(page, lake, id);
  await paste(page, {
    "text/plain": "| Plan | **Price** |\n|---|---:|\n| Free | 0 |\n| Pro | 12 |\n",
  });
  await expect.poll(() => written(lake, id)).toEqual(["table: Plan | Price / Free | 0 / Pro | 12"]);

  await studio.document(page).getByRole("button", { name: "Validation" }).click();
  await page
    .getByText("Fill in the caption: it says in a few words what the table shows.")
    .first()
    .click();
  await page.getByRole("textbox", { name: "Caption" }).fill("What a plan costs");
  const caption = () => lake.fetch(`*[_id == "drafts.${id}"][0].content[0].caption`);
  await expect.poll(caption).toBe("What a plan costs");

  const preview = await studio.preview(page, `/blog/${slug.current}`);
  await expect(preview.getByRole("table", { name: "What a plan costs" })).toBeVisible();
  await studio.open(page, `blog;post;${id}`);
  await studio.publish(page);
  await visitor.goto(`/blog/${slug.current}`);
  const table = visitor.getByRole("table", { name: "What a plan costs" });
  await expect(table.getByRole("columnheader")).toHaveText(["Plan", "Price"]);
  await expect(table.getByRole("row").nth(2)).toHaveText(/Pro\s*12/);
});
