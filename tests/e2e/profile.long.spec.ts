import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expectNoAxeViolations } from "./support/axe";
import { newPerson } from "./support/people";
import { expect, signUp, test } from "./support/test";

const photo = (background: string) =>
  sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer();

const upload = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer });

async function openSettings(page: Page) {
  await page.getByRole("button", { name: "Your account" }).click();
  await page.getByRole("menuitem", { name: "Profile" }).click();
  const dialog = page.getByRole("dialog", { name: "Profile Settings" });
  await expect(dialog).toBeVisible();
  return dialog;
}

const account = (page: Page) => page.getByRole("button", { name: "Your account" });

/** The URL of the picture in the bar, once it is there. */
async function pictureInBar(page: Page): Promise<string> {
  const picture = account(page).locator("img");
  await expect(picture).toBeVisible();
  return (await picture.getAttribute("src")) ?? "";
}

test("a user changes their name in the action modal, and the focus returns", async ({
  userPage: page,
}) => {
  await expect(account(page)).toHaveText("NN");
  const dialog = await openSettings(page);
  await expectNoAxeViolations(page);
  await dialog.getByLabel("Name").fill("Ola Pressman");
  await dialog.getByRole("button", { name: "Save profile" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Profile saved").first()).toBeVisible();
  await expect(account(page)).toHaveText("OP");
  await expect(account(page)).toBeFocused();

  const again = await openSettings(page);
  await again.getByLabel("Name").fill("");
  await again.getByRole("button", { name: "Save profile" }).click();
  await expect(account(page)).toHaveText("U");
});

test("on a phone the field of the picture is wide enough for the name of a file", async ({
  userPage: page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/dashboard/profile");
  const box = await page.getByLabel("Picture").boundingBox();
  expect(box?.width).toBeGreaterThan(240);
});

test("a picture is cropped square, shown everywhere, cached forever under its URL, and removed again", async ({
  userPage: page,
}) => {
  const dialog = await openSettings(page);
  await dialog
    .getByLabel("Picture", { exact: true })
    .setInputFiles(upload("me.jpg", "image/jpeg", await photo("#ff4a93")));
  await dialog.getByRole("button", { name: "Save profile" }).click();
  await expect(dialog).toBeHidden();
  const first = await pictureInBar(page);
  expect(first).toMatch(/^\/avatars\/[0-9a-f]{64}\.webp$/);

  const response = await page.request.get(first);
  expect(response.headers()).toMatchObject({
    "content-type": "image/webp",
    "cache-control": "private, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
  });
  const body = await response.body();
  expect(body.length).toBeLessThanOrEqual(100_000);
  expect(await sharp(body).metadata()).toMatchObject({ format: "webp", width: 256, height: 256 });

  const other = await openSettings(page);
  await other
    .getByLabel("Picture", { exact: true })
    .setInputFiles(upload("new.png", "image/png", await photo("#43dca0")));
  await other.getByRole("button", { name: "Save profile" }).click();
  await expect(other).toBeHidden();
  await expect.poll(() => pictureInBar(page)).not.toBe(first);
  expect((await page.request.get(first)).status()).toBe(404);

  const last = await openSettings(page);
  await last.getByLabel("Show my initials instead of a picture").check();
  await last.getByRole("button", { name: "Save profile" }).click();
  await expect(account(page)).toHaveText("NN");
});

test("a picture is visible to its user and administrators only", async ({
  userPage,
  adminPage,
  page,
  request,
}) => {
  const dialog = await openSettings(userPage);
  await dialog
    .getByLabel("Picture", { exact: true })
    .setInputFiles(upload("me.jpg", "image/jpeg", await photo("#ffd43d")));
  await dialog.getByRole("button", { name: "Save profile" }).click();
  const address = await pictureInBar(userPage);
  expect((await adminPage.request.get(address)).status()).toBe(200);
  expect((await request.get(address)).status()).toBe(404);
  await signUp(page, newPerson());
  expect((await page.request.get(address)).status()).toBe(404);
});

for (const [what, file, sentence] of [
  [
    "an SVG that is called a PNG",
    upload(
      "x.png",
      "image/png",
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    ),
    /Choose a JPEG, PNG/,
  ],
  [
    "a page",
    upload("x.jpg", "image/jpeg", Buffer.from("<!doctype html><script>1</script>")),
    /Choose a JPEG/,
  ],
  [
    "a truncated picture",
    upload("x.jpg", "image/jpeg", Buffer.from("\xff\xd8\xff\xe0 rubbish", "latin1")),
    /cannot be read/,
  ],
  ["a file of 6 MB", upload("x.jpg", "image/jpeg", Buffer.alloc(6_000_000, 1)), /larger than 5 MB/],
] as const) {
  test(`${what} is refused beside the field`, async ({ userPage: page }) => {
    await page.goto("/dashboard/profile");
    await page.getByLabel("Picture", { exact: true }).setInputFiles(file);
    const answered = page.waitForResponse((response) => response.request().method() === "POST");
    await page.getByRole("button", { name: "Save profile" }).click();
    expect((await answered).status()).toBe(400);
    await expect(page.getByLabel("Picture", { exact: true })).toHaveAccessibleDescription(sentence);
    await expect(page.getByLabel("Picture", { exact: true })).toBeFocused();
    await expect(account(page)).toHaveText("NN");
    await expectNoAxeViolations(page);
  });
}

test("the same form is a page that works without JavaScript", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const page = await context.newPage();
  await signUp(page, newPerson());
  await page.getByLabel("Your account").click();
  await page.getByRole("banner").getByRole("link", { name: "Profile" }).click();
  await expect(page.getByRole("heading", { name: "Profile Settings" })).toBeVisible();
  await page.getByLabel("Name", { exact: true }).fill("Ola Pressman");
  await page
    .getByLabel("Picture", { exact: true })
    .setInputFiles(upload("me.jpg", "image/jpeg", await photo("#19c3ee")));
  await page.getByRole("button", { name: "Save profile" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Saved." })).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Ola Pressman");
  await expect(page.getByRole("banner").getByLabel("Your account").locator("img")).toHaveAttribute(
    "src",
    /^\/avatars\//,
  );
  await page
    .getByLabel("Picture", { exact: true })
    .setInputFiles(upload("x.gif", "image/gif", Buffer.from("no picture")));
  await page.getByRole("button", { name: "Save profile" }).click();
  await expect(page.getByLabel("Picture", { exact: true })).toHaveAccessibleDescription(
    /Choose a JPEG, PNG/,
  );
  await context.close();
});

test("a profile cannot be changed without signing in, and malformed bodies are refused", async ({
  request,
  userPage,
}) => {
  const visitor = await request.post("/dashboard/profile", {
    multipart: { fullName: "Mallory" },
    maxRedirects: 0,
  });
  expect(visitor.status()).toBe(302);
  expect(visitor.headers().location).toContain("/login");

  const broken = { "Content-Type": "multipart/form-data; boundary=x" };
  for (const path of ["/dashboard/profile", "/login", "/signup", "/auth/confirm", "/auth/resend"]) {
    const response = await userPage.request.post(path, { headers: broken, data: "rubbish" });
    expect([path, response.status()]).toEqual([path, 400]);
  }
});

test("other tabs follow a new name, a sign-out and a sign-in", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL });
  const here = await context.newPage();
  const person = newPerson();
  await signUp(here, person);
  const there = await context.newPage();
  await there.goto("/about");
  await expect(account(there)).toHaveText("NN");

  const dialog = await openSettings(here);
  await dialog.getByLabel("Name").fill("Ola Pressman");
  await dialog.getByRole("button", { name: "Save profile" }).click();
  await expect(account(there)).toHaveText("OP");

  await account(here).click();
  await here.getByRole("menuitem", { name: "Log out" }).click();
  const login = there.getByRole("banner").getByRole("link", { name: "Login" });
  await expect(login).toBeVisible();

  await here.goto("/login");
  await here.getByRole("textbox", { name: "Email", exact: true }).fill(person.email);
  await here.getByLabel("Password").fill(person.password);
  await here.getByRole("button", { name: "Log in" }).click();
  await expect(account(there)).toHaveText("OP");
  await context.close();
});
