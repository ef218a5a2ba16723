import { openLakeClient } from "./lake-client";
import { studio } from "./studio";
import { expect, test } from "./test";

test("a document is copied, and one that others need is not lost by mistake", async ({
  adminPage: page,
  site,
}) => {
  test.slow();
  const lake = await openLakeClient(page, site.url);
  await lake.create({ _id: "author-original", _type: "author", name: "Original Name" });

  await studio.open(page, "blog;author;author-original");
  await studio.act(page, "Duplicate");
  await expect(page).not.toHaveURL(/author-original$/);
  await expect(studio.field(page, "Name")).toHaveValue("Original Name");

  await studio.open(page, "blog;category;category-security");
  await studio.act(page, "Delete");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Secure Document Handling in the Cloud");
  await page.keyboard.press("Escape");
  await studio.document(page).getByRole("tab", { name: "Used by" }).click();
  await expect(
    studio.document(page).getByRole("link", { name: "Secure Document Handling in the Cloud" }),
  ).toBeVisible();
  await expect(lake.delete("category-security")).rejects.toThrow(/reference/i);
});

test.afterAll(async ({ browser, site }) => {
  const context = await browser.newContext({ storageState: site.administrator });
  const lake = await openLakeClient(await context.newPage(), site.url);
  await context.close();
  await lake.delete({ query: '*[_type == "author" && name in ["Original Name", "Ada"]]' });
});

test("what is typed at once, and while the connection is away, is kept", async ({
  adminPage: page,
  site,
}) => {
  test.slow();
  const lake = await openLakeClient(page, site.url);
  await lake.create({ _id: "author-typed", _type: "author", name: "Ada" });
  const kept = (field: string) =>
    expect.poll(() => lake.fetch(`*[_id == "drafts.author-typed"][0].${field}`));

  await studio.open(page, "blog;author;author-typed");
  await studio.field(page, "Role").click();
  await page.keyboard.type("Pressman");
  await kept("role").toBe("Pressman");

  await page.context().setOffline(true);
  await studio.field(page, "Role").fill("Typed in a tunnel");
  await page.context().setOffline(false);
  await kept("role").toBe("Typed in a tunnel");
  await expect(studio.field(page, "Role")).toHaveValue("Typed in a tunnel");
  await lake.patch("drafts.author-typed").set({ bio: "From elsewhere" }).commit();
  await expect(studio.field(page, "About")).toHaveValue("From elsewhere");
});
