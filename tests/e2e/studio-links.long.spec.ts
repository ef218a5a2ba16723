import type { SanityClient } from "@sanity/client";
import { startArticle } from "./support/pasting";
import { studio } from "./support/studio";
import { expect, test } from "./support/test";
import { chooseMark, editor, writeWords } from "./support/text-toolbar";

/** The text of each block of a draft, which part of it is linked, and the links' targets. */
const linkedText = (lake: SanityClient, id: string) =>
  lake.fetch(`*[_id == "drafts.${id}"][0].content[]{
    "linked": pt::text([{ ..., "children": children[count(marks) > 0] }]),
    "text": pt::text([@]), "targets": markDefs[].href
  }`);

test("the target of a link is typed at once after its button was chosen", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  await startArticle(page, lake, "post-linked");
  await writeWords(page, "Contact");
  await page.keyboard.press("ControlOrMeta+A");
  await chooseMark(page, "Link");
  await page.keyboard.type("/contact", { delay: 60 });
  await expect(page.getByRole("textbox", { name: "Path or URL" })).toHaveValue("/contact");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("textbox", { name: "Path or URL" })).toHaveCount(0);
  await page.keyboard.type(" us", { delay: 60 });
  await expect
    .poll(() => linkedText(lake, "post-linked"))
    .toEqual([{ linked: "Contact", text: "Contact us", targets: ["/contact"] }]);
});

test("Ctrl+K makes a link of the selected words, and opens the search without a selection", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  await startArticle(page, lake, "post-linked-by-keyboard");
  await writeWords(page, "See Contact");
  await page.keyboard.press("ControlOrMeta+Shift+ArrowLeft");
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("/contact", { delay: 60 });
  await page.keyboard.press("Enter");
  await page.keyboard.type(" us", { delay: 60 });
  await expect
    .poll(() => linkedText(lake, "post-linked-by-keyboard"))
    .toEqual([{ linked: "Contact", text: "See Contact us", targets: ["/contact"] }]);
  await page.keyboard.press("ControlOrMeta+k");
  const search = page.getByPlaceholder("Search", { exact: true });
  await expect(search).toBeFocused();
  // The next test is in the same tab.
  await page.keyboard.press("Escape");
  await expect(search).toBeHidden();
});

test("Enter, and a click beside it, close the popover of a link", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  await startArticle(page, lake, "post-linked-by-enter");
  const target = page.getByRole("textbox", { name: "Path or URL" });
  await writeWords(page, "Contact");
  await page.keyboard.press("ControlOrMeta+A");
  await chooseMark(page, "Link");
  await page.keyboard.type("/contact", { delay: 60 });
  await page.keyboard.press("Enter");
  await page.keyboard.type(" us", { delay: 60 });
  await expect(target).toHaveCount(0);
  await expect(editor(page)).toContainText("Contact us");
  await page.keyboard.press("Shift+ArrowLeft");
  await page.keyboard.press("Shift+ArrowLeft");
  await chooseMark(page, "Link");
  await page.keyboard.type("/about", { delay: 60 });
  await expect(target).toHaveValue("/about");
  await editor(page).getByText("Body", { exact: true }).click();
  await page.keyboard.type(" today", { delay: 60 });
  await expect(target).toHaveCount(0);
  await expect
    .poll(() =>
      lake.fetch(`*[_id == "drafts.post-linked-by-enter"][0].content[]{
        "text": pt::text([@]), "targets": markDefs[].href
      }`),
    )
    .toEqual([{ text: "Contact us today", targets: ["/contact", "/about"] }]);
});

test("Escape right after a link's target closes its popover once the target is in it", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  await startArticle(page, lake, "post-linked-at-once");
  await writeWords(page, "Contact");
  await page.keyboard.press("ControlOrMeta+A");
  await chooseMark(page, "Link");
  await page.keyboard.type("/contact");
  await page.keyboard.press("Escape");
  await page.keyboard.type(" us, at once", { delay: 60 });
  const written = () =>
    lake.fetch(
      `*[_id == "drafts.post-linked-at-once"][0].content[]{
        "text": pt::text([@]), "targets": markDefs[].href
      }`,
    );
  await expect.poll(written).toEqual([{ text: "Contact us, at once", targets: ["/contact"] }]);
  await expect(page.getByRole("textbox", { name: "Path or URL" })).toHaveCount(0);
});

test("a click in the text closes a link's popover, and what is typed goes there", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  const id = "post-linked-left";
  await startArticle(page, lake, id);
  await page.keyboard.type("Contact and rest");
  await editor(page)
    .getByText("Contact and rest")
    .dblclick({ position: { x: 10, y: 8 } });
  await chooseMark(page, "Link");
  await page.keyboard.type("/contact", { delay: 60 });
  const target = page.getByRole("textbox", { name: "Path or URL" });
  await expect(target).toHaveValue("/contact");
  const rest = await editor(page).getByText("and rest").boundingBox();
  if (!rest) throw new Error("The text is not shown.");
  await page.mouse.click(rest.x + rest.width - 1, rest.y + rest.height / 2);
  await page.keyboard.type(" goes on", { delay: 60 });
  await expect
    .poll(() => linkedText(lake, id))
    .toEqual([{ linked: "Contact", text: "Contact and rest goes on", targets: ["/contact"] }]);
  await expect(target).toHaveCount(0);
});

test("words selected by keyboard stay a link when its popover is closed by its button", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  const id = "post-linked-by-keys";
  await startArticle(page, lake, id);
  await writeWords(page, "Contact");
  for (let n = 0; n < "Contact".length; n += 1) await page.keyboard.press("Shift+ArrowLeft");
  await chooseMark(page, "Link");
  await page.keyboard.type("/contact", { delay: 60 });
  await expect(page.getByRole("textbox", { name: "Path or URL" })).toHaveValue("/contact");
  await page.getByTestId("popover-edit-dialog").getByRole("button", { name: "Close" }).click();
  await page.keyboard.type(" us", { delay: 60 });
  await expect
    .poll(() => linkedText(lake, id))
    .toEqual([{ linked: "Contact", text: "Contact us", targets: ["/contact"] }]);
});

test("on a phone, too, the target of a link at the end of a long text is typed at once", async ({
  lake,
  adminPage: page,
}) => {
  test.slow();
  const id = "post-linked-on-phone";
  const paragraph = (key: string, text: string) => ({
    _type: "block",
    _key: key,
    style: "normal",
    markDefs: [],
    children: [{ _type: "span", _key: `${key}-span`, marks: [], text }],
  });
  const table = { _type: "table", _key: "table", caption: "Sizes" };
  const middle = Array.from({ length: 25 }, (_, n) =>
    paragraph(`p${n}`, "Line after line. ".repeat(5)),
  );
  const content = [table, ...middle, paragraph("last", "Write to Contact")];
  await lake.create({ _id: `drafts.${id}`, _type: "post", title: id, content });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/studio/structure/blog;post;${id}`);
  await expect(studio.field(page, "Title")).toHaveValue(id);
  await studio.writeBody(page, "");
  await editor(page).getByText("Write to Contact").click();
  await page.keyboard.press("End");
  await page.keyboard.press("ControlOrMeta+Shift+ArrowLeft");
  await chooseMark(page, "Link");
  await page.keyboard.type("/contact", { delay: 60 });
  await expect(page.getByRole("textbox", { name: "Path or URL" })).toHaveValue("/contact");
  await page.keyboard.press("Escape");
  await page.keyboard.type(" us", { delay: 60 });
  await expect
    .poll(async () => (await linkedText(lake, id)).at(-1))
    .toEqual({ linked: "Contact", text: "Write to Contact us", targets: ["/contact"] });
});
