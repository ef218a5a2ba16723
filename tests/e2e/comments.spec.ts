import type { Page, Route } from "@playwright/test";
import { expectNoAxeViolations } from "./support/axe";
import { expect, test } from "./support/test";
import { alreadyAsked, open, openUntil } from "./support/visitor";

/* Likes and comments, from a visitor to a moderator and back, as a new site has them. */

const path = "/blog/secure-document-handling-in-the-cloud";

const form = (page: Page) => page.getByRole("region", { name: "Leave a Comment" });

/** Fills in the form and sends it, until it is no longer too early for a person. */
async function writeComment(page: Page, { name, text }: { name: string; text: string }) {
  await form(page).getByLabel("Name").fill(name);
  await form(page).getByLabel("Comment", { exact: true }).fill(text);
  await expect(async () => {
    await form(page).getByRole("button", { name: "Submit" }).click();
    await expect(form(page).getByRole("status")).toContainText("once it is approved", {
      timeout: 1_000,
    });
  }).toPass();
  await expect(form(page).getByLabel("Comment", { exact: true })).toHaveValue("");
}

/** Opens the queue, and decides about the comment of that author. */
async function decide(moderator: Page, decision: string, author: string) {
  await moderator.goto("/admin/comments?state=all");
  await moderator
    .getByRole("checkbox", { name: `Select the comment of ${author}` })
    .first()
    .check();
  await moderator.getByRole("button", { name: decision }).click();
  await expect(moderator.getByText(/^1 comment /).first()).toBeVisible();
}

test("a visitor likes and comments, a moderator approves, and others reply", async ({
  page,
  context,
  adminPage,
}) => {
  await alreadyAsked(page);
  await alreadyAsked(adminPage);
  await open(page, path);
  expect((await context.cookies()).map(({ name }) => name)).toEqual([]);
  const like = page.getByRole("button", { name: /^Like/ });
  await expect(like).toHaveText("Like");
  // A selection in the text, or the focus there, would end if its elements were replaced.
  const chapter = page.getByRole("article").first().getByRole("heading", { level: 2 }).first();
  await chapter.evaluate((element) => element.setAttribute("data-same", "yes"));
  await like.click();
  await expect(like).toHaveAttribute("aria-pressed", "true");
  await form(page).getByLabel("Name").focus();
  await expect(like).toHaveText("Like 1");
  // The response sets it: only then the like is known to this browser.
  const cookies = async () => (await context.cookies()).map(({ name }) => name);
  await expect.poll(cookies).toEqual(["visitor"]);
  await expect(chapter).toHaveAttribute("data-same", "yes");
  await openUntil(page, path, page.getByRole("button", { name: "Like 1", pressed: true }));
  await like.click();
  await expect(like).toHaveText("Like");
  await expect(like).toHaveAttribute("aria-pressed", "false");

  const nora = { name: "Nora Halftone", text: "See https://ink.example and `merge`. <b>!</b>" };
  await writeComment(page, nora);
  await expect(page.getByRole("region", { name: "Comments", exact: true })).not.toContainText(
    nora.name,
  );
  await open(adminPage, "/admin/comments");
  await expect(adminPage.getByRole("row").filter({ hasText: nora.name })).toContainText("Pending");
  await expectNoAxeViolations(adminPage);
  await decide(adminPage, "Approve", nora.name);

  await openUntil(page, path, page.getByRole("heading", { name: "1 Comment" }));
  await expect(page.getByRole("link", { name: "Comments 1" })).toBeVisible();
  const shown = page.getByRole("region", { name: "1 Comment" });
  await expect(shown.getByText("See https://ink.example and merge. <b>!</b>")).toBeVisible();
  await expect(shown.getByRole("link", { name: "https://ink.example" })).toHaveAttribute(
    "rel",
    /ugc nofollow/,
  );
  await expectNoAxeViolations(page);
  const data = await page.locator("script[type='application/ld+json']").allTextContents();
  expect(data.map((text) => JSON.parse(text))).toContainEqual(
    expect.objectContaining({
      commentCount: 1,
      comment: [expect.objectContaining({ author: { "@type": "Person", name: nora.name } })],
    }),
  );

  await shown.getByRole("link", { name: `Reply to ${nora.name}` }).click();
  await expect(form(page)).toContainText(`In reply to ${nora.name}`);
  await writeComment(page, { name: "Ola Offset", text: "Thank you." });
  await expect(form(page)).not.toContainText("In reply to");
  await decide(adminPage, "Approve", "Ola Offset");
  const replies = page.getByRole("list", { name: `Replies to ${nora.name}` });
  await openUntil(page, path, replies.getByText("Thank you."));

  await decide(adminPage, "Delete", nora.name);
  await openUntil(page, path, page.getByRole("heading", { name: "Comments", exact: true }));
  await expect(page.getByText("Thank you.")).toBeHidden();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("visitor and moderator get as far", async ({ page, adminPage }) => {
    const notice = page.getByRole("status");
    await page.goto(path);
    await page.getByRole("button", { name: "Like" }).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(notice.filter({ hasText: "Liked" })).toBeVisible();
    await page.getByRole("button", { name: "Like 1", pressed: true }).click();
    await expect(notice.filter({ hasText: "Like removed" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Like" })).toHaveText("Like");

    const paul = { name: "Paul Platen", text: "A good read,\nand a long one." };
    await form(page).getByLabel("Name").fill(paul.name);
    await form(page).getByLabel("Comment", { exact: true }).fill(paul.text);
    await form(page).getByRole("button", { name: "Submit" }).click();
    await expect(form(page).getByRole("status")).toContainText("Check your comment");
    await expect(form(page).getByRole("status")).toBeInViewport();
    await expect(form(page).getByLabel("Comment", { exact: true })).toHaveValue(paul.text);
    await writeComment(page, paul);

    await decide(adminPage, "Approve", paul.name);
    await expect(async () => {
      await page.goto(path);
      await expect(page.getByText("and a long one.")).toBeVisible({ timeout: 500 });
    }).toPass();
    await page.getByRole("link", { name: `Reply to ${paul.name}` }).click();
    await expect(form(page)).toContainText(`In reply to ${paul.name}`);
    await decide(adminPage, "Delete", paul.name);
  });
});

test("a refused comment has the focus in its first wrong field, and keeps what is typed meanwhile", async ({
  page,
}) => {
  await alreadyAsked(page);
  await open(page, path);
  const name = form(page).getByLabel("Name");
  await form(page).getByRole("button", { name: "Submit" }).click();
  await expect(name).toBeFocused();
  await expect(name).toHaveAttribute("aria-invalid", "true");

  // The response is late: it must not move somebody who types on.
  const typeMeanwhile = async (route: Route) => {
    await name.pressSequentially("Cora Commenter");
    await route.continue();
  };
  await page.route("**/blog/*.data*", typeMeanwhile, { times: 1 });
  await form(page).getByRole("button", { name: "Submit" }).click();
  await expect(form(page).getByRole("alert")).toContainText("Check the marked fields");
  await expect(name).toHaveValue("Cora Commenter");
  await expect(name).toBeFocused();
});
