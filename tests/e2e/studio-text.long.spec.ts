import { studio } from "./studio";
import { expect, test } from "./test";

test("after Tab into a text and Enter, letters stand in the order in which they are typed", async ({
  lake,
  adminPage: page,
}) => {
  test.slow();
  const span = { _type: "span", _key: "b", marks: [], text: "It was there before." };
  const block = { _type: "block", _key: "a", style: "normal", markDefs: [], children: [span] };
  await lake.create({ _id: "drafts.post-tab", _type: "post", title: "Tab", content: [block] });
  await studio.open(page, "blog;post;post-tab");
  await expect(studio.field(page, "Title")).toHaveValue("Tab");
  const body = studio.document(page).getByTestId("field-content");
  await body.scrollIntoViewIfNeeded();
  await expect(body.getByText(span.text)).toBeVisible();
  await body.getByRole("button", { name: "Expand editor" }).focus();
  await page.keyboard.press("Tab");
  await expect(body.getByRole("textbox").last()).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.type("abcdef");
  await expect
    .poll(() => lake.fetch('*[_id == "drafts.post-tab"][0].content[].children[].text'))
    .toEqual(["", `abcdef${span.text}`]);
});

test("lines that are pasted into a list of lines become one entry each", async ({
  lake,
  adminPage: page,
}) => {
  test.slow();
  await lake.create({ _id: "drafts.opening-lines", _type: "jobOpening", benefits: ["Coffee", ""] });
  await studio.open(page, "careers;jobOpening;opening-lines");
  const last = studio.document(page).getByTestId("field-benefits").getByRole("textbox").last();
  await expect(last).toBeEditable();
  await last.focus();
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", "Ink for life\n• A quiet press\n");
    document.activeElement?.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
    );
  });
  await expect
    .poll(() => lake.fetch('*[_id == "drafts.opening-lines"][0].benefits'))
    .toEqual(["Coffee", "Ink for life", "A quiet press"]);
});

test("the badge of an open form says Ended when the minute has come", async ({
  lake,
  adminPage: page,
}) => {
  test.slow();
  const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();
  const post = { _id: "post-ending", _type: "post", title: "It ends" };
  await lake.create({ ...post, unpublishAt: inSeconds(3_600) });
  await studio.open(page, `blog;post;${post._id}`);
  await expect(studio.document(page).getByText("Live", { exact: true })).toBeVisible();
  await lake
    .patch(post._id)
    .set({ unpublishAt: inSeconds(5) })
    .commit();
  await expect(studio.document(page).getByText("Ended", { exact: true })).toBeVisible();
});
