import type { SanityDocument } from "@sanity/client";
import { studio } from "./studio";
import { expect, test } from "./test";

test("what one person typed is not written in the name of another who logs in in the same browser", async ({
  lake,
  site,
  adminPage: page,
  editorPage: nora,
}) => {
  test.slow();
  await lake.create({ _id: "drafts.author-kept", _type: "author", name: "Ada" });
  await studio.open(page, "blog;author;author-kept");
  const role = studio.field(page, "Role");
  await expect(role).toBeEditable();

  const adas = await page.context().cookies();
  await page.context().clearCookies();
  await page.context().addCookies(await nora.context().cookies(site.url));
  await role.pressSequentially("Pressman");
  const dialog = page.getByRole("dialog", { name: "Somebody else is signed in" });
  await expect(dialog).toBeVisible();
  await expect(role).toHaveValue("Pressman");
  expect(await lake.fetch('*[_id == "drafts.author-kept"][0].role')).toBeNull();

  await page.context().clearCookies();
  await page.context().addCookies(adas);
  await expect(dialog).toBeHidden();
  await expect.poll(() => lake.fetch('*[_id == "drafts.author-kept"][0].role')).toBe("Pressman");
});

test("Publish that meets a lost connection is done once it is back", async ({
  lake,
  adminPage: page,
}) => {
  test.slow();
  const written = await lake.fetch<SanityDocument>('*[_type == "faq"][0]');
  await lake.create({ ...written, _id: "drafts.faq-late", question: "Is it late?" });
  await studio.open(page, "product;faq;faq-late");
  const publish = studio.document(page).getByRole("button", { name: "Publish", exact: true });
  await expect(publish).toBeEnabled();
  let refused = 0;
  await page.route("**/data/actions/**", (route) => {
    refused += 1;
    return route.abort("connectionreset");
  });
  await publish.click();
  await expect(page.getByText("The site does not answer")).toBeVisible();
  await expect.poll(() => refused).toBeGreaterThan(1);
  await page.unroute("**/data/actions/**");
  await expect(page.getByText("was published").first()).toBeVisible();
  expect(await lake.fetch('*[question == "Is it late?"]._id')).toEqual(["faq-late"]);
});
