import type { SanityDocument } from "@sanity/client";
import { openLake } from "./support/lake";
import { studio } from "./support/studio";
import { expect, test } from "./support/test";

test("an icon is chosen by its drawing, also by keyboard", async ({ lake, studioPage: page }) => {
  test.slow();
  await lake.create({ _id: "drafts.coreValue-drawn", _type: "coreValue", title: "Care" });
  await studio.open(page, "company;coreValue;coreValue-drawn");
  const icon = () => lake.fetch('*[_id == "drafts.coreValue-drawn"][0].icon');
  await studio.document(page).getByRole("button", { name: "Choose an icon" }).click();
  await page.getByRole("button", { name: "Rocket", exact: true }).click();
  await expect.poll(icon).toBe("rocket");
  await studio.document(page).getByRole("button", { name: "Choose another icon" }).press("Enter");
  const chosen = page.getByRole("button", { name: "Rocket", exact: true });
  await expect(chosen).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "Stamp", exact: true }).press("Enter");
  await expect.poll(icon).toBe("stamp");
});

test("a list shows which documents are scheduled and which have ended", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  const article = await lake.fetch<SanityDocument>('*[_type == "post" && defined(image)][0]');
  const windows: Record<string, Record<string, string>> = {
    "Not yet": { publishAt: "2090-01-01T12:00:00.000Z" },
    "No more": { unpublishAt: "2020-01-01T12:00:00.000Z" },
  };
  for (const [title, window] of Object.entries(windows)) {
    const id = `post-${title.toLowerCase().replace(" ", "-")}`;
    await lake.create({ ...article, _id: id, title, slug: { current: id }, ...window });
  }
  await studio.open(page, "blog;post");
  await expect(page.getByText(/^Scheduled · /)).toHaveCount(1);
  await expect(page.getByText(/^Ended · /)).toHaveCount(1);
});

test("the Studio reports values that no field can show, and removes them", async ({
  studioPage: page,
}) => {
  const lake = openLake(page.request);
  const id = "drafts.post-wrong";
  const wrong = { title: "Wrong values", date: 7, author: { _type: "reference", _ref: 5 } };
  await lake.publish({ _id: id, _type: "post", ...wrong });
  try {
    await studio.open(page, "blog;post;post-wrong");
    await studio.tab(page, "All fields");
    for (const value of [5, 7]) {
      const message = page.getByRole("alert").filter({ hasText: `cannot hold ${value}:` });
      await message.getByRole("button", { name: "Remove value" }).click();
      await expect(message).toBeHidden();
    }
    await expect(studio.document(page).getByRole("combobox", { name: "Author" })).toBeVisible();
    // Sanity's forms report an error when a document is deleted while an edit of it is in flight.
    const left = async () => Object.keys(await lake.read(id)).filter((name) => name in wrong);
    await expect.poll(left).toEqual(["title"]);
  } finally {
    await lake.remove(id);
  }
});

test("Enter in a line of a list begins the next one, and presses no button, also above a field with an error", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  const id = "opening-enter";
  const slug = { _type: "slug", current: id };
  await lake.create({ _id: `drafts.${id}`, _type: "jobOpening", title: "Printer", id: slug });
  await studio.open(page, `careers;jobOpening;${id}`);
  const department = studio.field(page, "Department");
  const isValid = () =>
    department.evaluate((field) => field instanceof HTMLInputElement && field.validity.valid);
  await expect.poll(isValid).toBe(false);
  // Sanity's, which opens the list of these pages.
  const usedOn = studio.document(page).getByRole("button", { name: "In the preview only" });
  await expect(usedOn).toBeVisible();
  const lines = studio.document(page).getByTestId("field-responsibilities");
  await lines.getByRole("button", { name: /^Add item/ }).click();
  const line = lines.getByRole("textbox");
  await expect(line).toBeFocused();
  for (const text of ["Runs the press", "Feeds it by night", "Counts"]) {
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
  }
  await page.keyboard.type("Sweeps", { delay: 60 });
  const written = ["Runs the press", "Feeds it by night", "Counts", "Sweeps"];
  await expect(line.last()).toBeFocused();
  await expect
    .poll(() => lake.fetch("*[_id == $id][0].responsibilities", { id: `drafts.${id}` }))
    .toEqual(written);
  await expect(department).toHaveValue("");
});

test("Tab moves past a group of fields to the first field in it", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  const id = "page-groups";
  const section = { _type: "homeClosingCta", _key: "cta", heading: "All" };
  await lake.create({ _id: `drafts.${id}`, _type: "page", title: id, sections: [section] });
  await studio.open(page, `page;${id}`);
  await expect(studio.field(page, "Name")).toHaveValue(id);
  await studio.document(page).getByRole("button", { name: /All/ }).last().click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("textbox").first()).toBeFocused();
  await dialog.getByRole("textbox", { name: "Lead", exact: true }).click();
  await page.keyboard.press("Tab");
  await page.keyboard.type("Ask us");
  await page.keyboard.press("Tab");
  await page.keyboard.type("/contact");
  await expect
    .poll(() =>
      lake.fetch(`*[_id == "drafts.${id}"][0].sections[0].primaryCta{
        label, "target": destination.href
      }`),
    )
    .toEqual({ label: "Ask us", target: "/contact" });
});

test("a tag that was typed without Enter is added when its field or its form is left", async ({
  lake,
  studioPage: page,
}) => {
  const tags = () => lake.fetch('*[_id == "drafts.post-tags"][0].tags');
  await lake.create({ _id: "drafts.post-tags", _type: "post", title: "Tags", tags: ["ink"] });
  await studio.open(page, "blog;post;post-tags");
  const field = studio.document(page).getByTestId("field-tags").getByRole("textbox");
  await field.click();
  await page.keyboard.type("paper");
  await page.keyboard.press("Tab");
  await expect.poll(tags).toEqual(["ink", "paper"]);
  await expect(field).toHaveValue("");
  await field.click();
  await page.keyboard.type("lead");
  await page.goBack();
  await expect.poll(tags).toEqual(["ink", "paper", "lead"]);
  await page.goForward();
  await field.click();
  await page.keyboard.type("type");
  await page.reload();
  await expect.poll(tags).toEqual(["ink", "paper", "lead", "type"]);
});

test("the form of a plan says how the site shows the price", async ({ lake, adminPage: page }) => {
  test.slow();
  await lake.create({ _id: "drafts.plan-priced", _type: "plan", name: "Priced" });
  await studio.open(page, "product;plan;plan-priced");
  const price = studio.document(page).getByRole("spinbutton", { name: "Price in US dollars" });
  await price.click();
  // A number field leaves out the comma.
  await page.keyboard.type("49,90");
  await expect(studio.document(page).getByText("The site shows $4,990.")).toBeVisible();
  await price.press("ControlOrMeta+a");
  await page.keyboard.type("49.90");
  await expect(studio.document(page).getByText("The site shows $49.90.")).toBeVisible();
  // A field that is emptied keeps the focus.
  await price.press("ControlOrMeta+a");
  await page.keyboard.press("Backspace");
  await expect(studio.document(page).getByText("The site shows")).toHaveCount(0);
  await page.keyboard.type("19");
  await expect(price).toHaveValue("19");
});

test("a text that is not a number keeps the stored one, and is not published", async ({
  lake,
  adminPage: page,
}) => {
  test.slow();
  const priced = { name: "Unfinished", price: 49 };
  await lake.create({ _id: "drafts.plan-unfinished", _type: "plan", ...priced });
  await studio.open(page, "product;plan;plan-unfinished");
  const stored = () => lake.fetch('*[_id == "drafts.plan-unfinished"][0].price');
  const price = studio.document(page).getByRole("spinbutton", { name: "Price in US dollars" });
  await price.press("ControlOrMeta+a");
  await page.keyboard.type("e");
  const message = studio.document(page).getByText("This is not a number. 49 stays stored");
  await expect(message).toBeVisible();
  // The field below is stored after the price would have been removed.
  await studio.field(page, "Audience").fill("Printers");
  await expect
    .poll(() => lake.fetch('*[_id == "drafts.plan-unfinished"][0].description'))
    .toBe("Printers");
  expect(await stored()).toBe(49);
  await price.press("ControlOrMeta+a");
  await page.keyboard.type("1e");
  await expect.poll(stored).toBe(1);
  await expect(studio.document(page).getByText("1 stays stored")).toBeVisible();
  await page.keyboard.type("2");
  await expect.poll(stored).toBe(100);
  await expect(studio.document(page).getByText("stays stored")).toHaveCount(0);
  await price.press("ControlOrMeta+a");
  await page.keyboard.press("Backspace");
  await expect.poll(stored).toBeNull();
});

test("a line of a list that is emptied stays, and takes what is typed next", async ({
  lake,
  studioPage: page,
}) => {
  test.slow();
  const id = "jobOpening-emptied";
  const responsibilities = ["Set type", "Lock up", "Print"];
  await lake.create({ _id: `drafts.${id}`, _type: "jobOpening", title: id, responsibilities });
  await studio.open(page, `careers;jobOpening;${id}`);
  const stored = () => lake.fetch(`*[_id == "drafts.${id}"][0].responsibilities`);
  const line = studio.document(page).getByTestId("field-responsibilities").getByRole("textbox");
  for (const [index, text] of [
    [0, "Wash up"],
    [2, "Dry"],
  ] as const) {
    await line.nth(index).click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.press("Backspace");
    await expect.poll(stored).toHaveProperty([String(index)], "");
    await page.keyboard.type(text, { delay: 60 });
    await expect(line.nth(index)).toHaveValue(text);
  }
  await expect.poll(stored).toEqual(["Wash up", "Lock up", "Dry"]);
});
