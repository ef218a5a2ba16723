import type { SanityDocument } from "@sanity/client";
import { admin } from "./support/people";
import { studio } from "./support/studio";
import { expect, logIn, test } from "./support/test";

test("one user's edit is not saved under the name of another who logs in in the same browser", async ({
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
  const dialog = page.getByRole("dialog", { name: "Someone else is signed in" });
  await expect(dialog).toBeVisible();
  await expect(role).toHaveValue("Pressman");
  expect(await lake.fetch('*[_id == "drafts.author-kept"][0].role')).toBeNull();

  await page.context().clearCookies();
  await page.context().addCookies(adas);
  await expect(dialog).toBeHidden();
  await expect.poll(() => lake.fetch('*[_id == "drafts.author-kept"][0].role')).toBe("Pressman");
});

test("Publish during a lost connection succeeds once it is back, without what was typed afterward", async ({
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
  await expect(page.getByText("The site is not responding").first()).toBeVisible();
  await expect.poll(() => refused).toBeGreaterThan(1);
  const question = studio.field(page, "Question");
  await question.press("End");
  await page.keyboard.type(" Yes.");
  // What is typed while a document is published is held for some seconds.
  await expect(question).toHaveValue("Is it late? Yes.");
  await page.unroute("**/data/actions/**");
  const versions = () =>
    lake.fetch('*[_id in ["faq-late", "drafts.faq-late"]] | order(_id).question');
  await expect.poll(versions).toEqual(["Is it late? Yes.", "Is it late?"]);
});

test("without a connection nothing is published or deleted, and the buttons say why", async ({
  lake,
  adminPage: page,
}) => {
  test.slow();
  await lake.create({ _id: "author-tunnel", _type: "author", name: "Ada", role: "Pressman" });
  await lake.create({
    _id: "drafts.author-tunnel",
    _type: "author",
    name: "Ada",
    role: "Typesetter",
  });
  await studio.open(page, "blog;author;author-tunnel");
  const form = studio.document(page);
  await expect(studio.field(page, "Role")).toHaveValue("Typesetter");
  await studio.act(page, "Delete");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByText("You are offline")).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(form.getByRole("button", { name: "Publish", exact: true })).toBeDisabled();
  expect(await lake.fetch('*[_id == "author-tunnel"].role')).toEqual(["Pressman"]);
  await form.getByRole("button", { name: "Open document actions" }).click();
  const remove = page.getByRole("menuitem", { name: /^Delete/ });
  await expect(remove).toBeDisabled();
  await page.keyboard.press("Escape");
  await page.context().setOffline(false);
  await expect(page.getByText("You are offline")).toBeHidden();
  await studio.publish(page);
  expect(await lake.fetch('*[_id == "author-tunnel"].role')).toEqual(["Typesetter"]);
});

test("Log in in the message about another user's session signs its own user in again", async ({
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
  await page.context().clearCookies();
  await page.context().addCookies(await nora.context().cookies(site.url));
  await role.pressSequentially("Pressman");
  const dialog = page.getByRole("dialog", { name: "Someone else is signed in" });

  const opened = page.context().waitForEvent("page");
  await dialog.getByRole("link", { name: "Log in" }).click();
  const other = await opened;
  await logIn(other, admin);
  await expect(other).toHaveURL(/\/studio\/structure/);
  await expect(dialog).toBeHidden();
  await expect(role).toHaveValue("Pressman");
  await expect.poll(() => lake.fetch('*[_id == "drafts.author-kept"][0].role')).toBe("Pressman");
});

test("the message about an ended session stands alone, covers no field, and leaves the focus in it", async ({
  lake,
  editorPage: page,
}) => {
  test.slow();
  await lake.create({ _id: "drafts.author-ended", _type: "author", name: "Ada" });
  await studio.open(page, "blog;author;author-ended");
  const name = studio.field(page, "Name");
  await name.click();
  const cookies = await page.context().cookies();
  await page.context().clearCookies({ name: "session" });
  await name.pressSequentially(" Marker");
  const notice = page.getByRole("dialog", { name: "You are signed out" });
  await expect(notice).toBeVisible();
  await page.route("**/lake/**", (route) => route.abort("internetdisconnected"));
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  // A click checks that nothing is above the field.
  await name.click();
  const opened = page.context().waitForEvent("page");
  await notice.getByRole("link", { name: "Log in" }).click();
  await (await opened).close();
  await expect(page.getByText("The site is not responding")).toBeHidden();
  await page.unroute("**/lake/**");
  await page.context().addCookies(cookies);
  await expect(notice).toBeHidden();
  await expect(name).toBeFocused();
  await expect.poll(() => lake.fetch('*[_id == "drafts.author-ended"][0].name')).toBe("Ada Marker");
});
