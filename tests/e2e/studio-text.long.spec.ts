import type { Patch } from "@sanity/client";
import { startArticle } from "./support/pasting";
import { studio } from "./support/studio";
import { expect, test } from "./support/test";

test("after Tab into a text and Enter, characters are in the order in which they are typed", async ({
  lake,
  studioPage: page,
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
  const text = body.getByRole("textbox").last();
  // Until then Tab goes past it.
  await expect(text).toBeEditable();
  await body.getByRole("button", { name: "Expand editor" }).focus();
  await page.keyboard.press("Tab");
  await expect(text).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.type("abcdef");
  await expect
    .poll(() => lake.fetch('*[_id == "drafts.post-tab"][0].content[].children[].text'))
    .toEqual(["", `abcdef${span.text}`]);
});

test("keys that wait while the page is busy are typed where End put the caret, not where the click was", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  const id = "post-queued";
  const span = { _type: "span", _key: "b", marks: [], text: "It was there before." };
  const block = { _type: "block", _key: "a", style: "normal", markDefs: [], children: [span] };
  await lake.create({ _id: `drafts.${id}`, _type: "post", title: id, content: [block] });
  await studio.open(page, `blog;post;${id}`);
  await expect(studio.field(page, "Title")).toHaveValue(id);
  await studio.writeBody(page, "");
  const body = studio.document(page).getByTestId("field-content");
  await body.getByText(span.text).click({ position: { x: 40, y: 5 } });
  const texts = () => lake.fetch(`*[_id == "drafts.${id}"][0].content[].children[].text`);
  // The editor knows of the click once a letter is saved at its place.
  await page.keyboard.type("-");
  await expect.poll(texts).not.toEqual([span.text]);
  await page.keyboard.press("Backspace");
  await expect.poll(texts).toEqual([span.text]);
  // As on a slow machine: all keys are there before the page can report where the caret is.
  await page.evaluate(() => {
    setTimeout(() => {
      const end = performance.now() + 600;
      while (performance.now() < end);
    });
  });
  await Promise.all([page.keyboard.press("End"), page.keyboard.type("abcdef")]);
  await expect.poll(texts).toEqual([`${span.text}abcdef`]);
});

test("the toolbar of a text has one Code, which inserts a block, beside Inline code", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  await startArticle(page, lake, "post-toolbar");
  const body = studio.document(page).getByTestId("field-content");
  await expect(body.getByRole("button", { name: "Inline code", exact: true })).toHaveCount(1);
  // By what is shown, and by what a screen reader says.
  const code = body.getByRole("button").filter({ hasText: /^Code$/ });
  await expect(code).toHaveCount(1);
  await expect(body.getByRole("button", { name: "Code" }).filter({ visible: true })).toHaveCount(2);
  await code.click();
  await expect
    .poll(() => lake.fetch('*[_id == "drafts.post-toolbar"][0].content[]._type'))
    .toContain("code");
});

test("lines pasted into a list of lines become one entry each", async ({
  lake,
  studioPage: page,
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

test("the badge of an open form changes to Ended at the end time", async ({
  lake,
  studioPage: page,
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

test("letters after Escape in the menu of styles go into the text", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  const id = "post-style-escape";
  await startArticle(page, lake, id);
  await page.keyboard.type("Before", { delay: 60 });
  const body = studio.document(page).getByTestId("field-content");
  await body.getByTestId("block-style-select").getByRole("button").click();
  await expect(page.getByRole("menuitem").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menuitem")).toHaveCount(0);
  await page.keyboard.type("and after it", { delay: 60 });
  await expect
    .poll(() => lake.fetch(`pt::text(*[_id == "drafts.${id}"][0].content)`))
    .toBe("Beforeand after it");
});

test("the caret stays where it is in a title and a summary while someone else writes there", async ({
  lake,
  studioPage: page,
}) => {
  const id = "drafts.post-caret";
  await lake.create({ _id: id, _type: "post", title: "Ink and paper", excerpt: "Two sheets" });
  await studio.open(page, "blog;post;post-caret");
  for (const [name, field] of [
    ["Title", "title"],
    ["Excerpt", "excerpt"],
  ] as const) {
    const input = studio.field(page, name);
    // A field that is loading has no caret that Home could move.
    await expect(input).toBeEditable();
    const before = await input.inputValue();
    await input.focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await lake
      .patch(id)
      .set({ [field]: `New: ${before} at last` })
      .commit();
    await expect(input).toHaveValue(`New: ${before} at last`);
    await page.keyboard.type("mine", { delay: 60 });
    const [first = "", ...rest] = before;
    const expected = `New: ${first}mine${rest.join("")} at last`;
    await expect(input).toHaveValue(expected);
    await expect.poll(() => lake.fetch(`*[_id == $id][0].${field}`, { id })).toBe(expected);
  }
});

test("what is typed stays as it was typed, and between backticks it is code", async ({
  lake,
  studioPage: page,
}) => {
  const id = "post-backticks";
  await startArticle(page, lake, id);
  await page.keyboard.type('Run `echo "a -- b"` and "look".', { delay: 60 });
  await expect
    .poll(() => lake.fetch(`*[_id == "drafts.${id}"][0].content[0].children[]{ text, marks }`))
    .toEqual([
      { text: "Run ", marks: [] },
      { text: 'echo "a -- b"', marks: ["code"] },
      { text: ' and "look".', marks: [] },
    ]);
});

for (const [what, change, above] of [
  ["removes", (patch) => patch.unset(["benefits[0]"]), ["Paper"]],
  ["adds", (patch) => patch.insert("before", "benefits[0]", ["New"]), ["New", "Coffee", "Paper"]],
] satisfies [string, (patch: Patch) => Patch, string[]][]) {
  test(`what is typed stays in its line while someone else ${what} one above`, async ({
    lake,
    studioPage: page,
  }) => {
    test.slow();
    const id = `drafts.opening-${what}`;
    await lake.create({ _id: id, _type: "jobOpening", benefits: ["Coffee", "Paper", "Ink"] });
    await studio.open(page, `careers;jobOpening;opening-${what}`);
    const line = studio.document(page).getByTestId("field-benefits").getByRole("textbox").last();
    await expect(line).toHaveValue("Ink");
    await line.focus();
    await page.keyboard.press("End");
    const typing = page.keyboard.type(" for life, and for all who read it", { delay: 60 });
    await expect(line).toHaveValue(/for life/);
    await change(lake.patch(id)).commit();
    await typing;
    await expect
      .poll(() => lake.fetch("*[_id == $id][0].benefits", { id }))
      .toEqual([...above, "Ink for life, and for all who read it"]);
  });
}

test("Tab leads past the toolbar into a text, and Ctrl+A there and on the toolbar selects the text", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  await startArticle(page, lake, "post-replaced");
  await page.keyboard.type("The old text", { delay: 40 });
  const text = () => lake.fetch('pt::text(*[_id == "drafts.post-replaced"][0].content)');
  await expect.poll(text).toBe("The old text");
  // The toolbar can be used once the text has had the focus.
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("Replaced", { delay: 40 });
  await expect.poll(text).toBe("Replaced");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("Once more", { delay: 40 });
  await expect.poll(text).toBe("Once more");
});
