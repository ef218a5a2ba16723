import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { studio } from "./support/studio";
import { expect, test } from "./support/test";

const notYet = "Your changes are not saved yet";
const stuck = "Your changes could not be saved";
const message = "The press is out of order";

/** Lets the lake fail each edit of a page, until `mend` is called. */
async function failEdits(page: Page) {
  let refused = 0;
  await page.route("**/data/actions/**", (route) => {
    refused += 1;
    return route.fulfill({
      status: 500,
      json: { statusCode: 500, error: "Internal Server Error", message },
    });
  });
  return { refused: () => refused, mend: () => page.unroute("**/data/actions/**") };
}

/** Lets the time of a page pass until an edit that is refused has been sent for the last time. */
async function waitUntilStuck(page: Page) {
  await expect(page.getByText(notYet)).toBeVisible();
  await expect(async () => {
    // Longer than the longest pause between two attempts.
    await page.clock.fastForward(60_000);
    await expect(page.getByText(stuck)).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

test("an edit that is refused eight times stays in the form, can be downloaded, and is saved by Try again", async ({
  lake,
  adminPage: page,
}) => {
  test.slow();
  await lake.create({ _id: "drafts.author-stuck", _type: "author", name: "Ada" });
  const saved = () => lake.fetch('*[_id == "drafts.author-stuck"][0].role');
  await page.clock.install();
  await studio.open(page, "blog;author;author-stuck");
  const role = studio.field(page, "Role");
  await expect(role).toBeEditable();
  const { refused, mend } = await failEdits(page);
  await role.fill("Pressman");
  await waitUntilStuck(page);
  await expect(page.getByText(message)).toContainText("What you wrote in “Ada” stays");
  expect(refused()).toBe(8);
  await page.clock.fastForward("01:00:00");
  expect(refused()).toBe(8);
  await expect(role).toHaveValue("Pressman");

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download a copy" }).click();
  const copy = await download;
  expect(copy.suggestedFilename()).toBe("Not saved.txt");
  const text = await readFile(await copy.path(), "utf8");
  expect(text).toContain("Ada\n\nName:\nAda\n\nRole:\nPressman\n");

  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText(stuck)).toBeHidden();
  await expect.poll(refused).toBeGreaterThan(8);
  await waitUntilStuck(page);
  expect(await saved()).toBeNull();

  await mend();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.poll(saved).toBe("Pressman");
  await expect(page.getByText(stuck)).toBeHidden();
});

test("an edit that was refused eight times is sent without a click once the lake has been restarted", async ({
  lake,
  adminPage: page,
}) => {
  test.slow();
  await lake.create({ _id: "drafts.author-stuck", _type: "author", name: "Ada" });
  await page.clock.install();
  await studio.open(page, "blog;author;author-stuck");
  const role = studio.field(page, "Role");
  await expect(role).toBeEditable();
  const { mend } = await failEdits(page);
  await role.fill("Pressman");
  await waitUntilStuck(page);
  await mend();
  // The Studio's socket is opened again, as after a restart.
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await expect.poll(() => lake.fetch('*[_id == "drafts.author-stuck"][0].role')).toBe("Pressman");
  await expect(page.getByText(stuck)).toBeHidden();
});
