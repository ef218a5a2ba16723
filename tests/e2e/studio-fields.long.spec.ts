import type { SanityDocument } from "@sanity/client";
import { studio } from "./studio";
import { expect, test } from "./test";

test("an icon is chosen by its drawing, with the keyboard as well", async ({
  lake,
  adminPage: page,
}) => {
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

test("a list says which documents are scheduled and which have ended", async ({
  lake,
  adminPage: page,
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
