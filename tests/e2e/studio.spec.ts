import { admin, makeEditor } from "./support/admin-command";
import { newPerson } from "./support/people";
import { requestsElsewhere, studio } from "./support/studio";
import { expect, signUp, test } from "./support/test";

test("a visitor of the Studio signs in first", async ({ page }) => {
  await page.goto("/studio/structure/blog");
  await expect(page).toHaveURL(/\/login\?redirectTo=%2Fstudio%2Fstructure%2Fblog$/);
});

test("a user without the role is told why the Studio is closed", async ({ userPage }) => {
  const response = await userPage.goto("/studio");
  expect(response?.status()).toBe(403);
  await expect(userPage.getByRole("heading", { name: "The Studio is for editors" })).toBeVisible();
});

test("an editor whose role is revoked is locked out", async ({ page, site }) => {
  const person = newPerson();
  await signUp(page, person);
  makeEditor(site, person.email);
  await studio.open(page);
  admin(site, "revoke", person.email);
  expect((await page.request.get("/lake/v2025-02-19/users/me")).status()).toBe(403);
  expect((await page.goto("/studio"))?.status()).toBe(403);
});

const lakeRequests = [
  "/lake/v2025-02-19/data/query/production?query=*",
  "/lake/v2025-02-19/data/doc/production/siteSettings",
  "/lake/v2025-02-19/data/listen/production?query=*",
  "/lake/v2025-02-19/data/live/events/production?includeDrafts=true",
  "/lake/v2025-02-19/data/export/production",
  "/lake/v2025-02-19/users/me",
];

test("the lake's API is closed to visitors and to users without the role", async ({
  request,
  userPage,
}) => {
  for (const address of lakeRequests) {
    expect((await request.get(address)).status(), `visitor at ${address}`).toBe(401);
    expect((await userPage.request.get(address)).status(), `user at ${address}`).toBe(403);
  }
  for (const who of [request, userPage.request]) {
    const write = await who.post("/lake/v2025-02-19/data/mutate/production", {
      data: { mutations: [{ delete: { query: "*" } }] },
    });
    expect([401, 403]).toContain(write.status());
  }
});

test("sending the proxy's headers makes nobody an editor", async ({ request }) => {
  const identity = Buffer.from(
    JSON.stringify({ id: "mallory", name: "Mallory", email: "m@x.example", role: "administrator" }),
  ).toString("base64url");
  const response = await request.get("/lake/v2025-02-19/users/me", {
    headers: { "X-Lake-Identity": identity, Authorization: "Bearer guess" },
  });
  expect(response.status()).toBe(401);
});

test("pictures are public, other assets and data are not", async ({ page, request }) => {
  await page.goto("/blog");
  const picture = page.getByRole("main").locator("img[src^='/lake/images/']").first();
  const source = await picture.getAttribute("src");
  expect((await request.get(source ?? "")).headers()["content-type"]).toMatch(/^image\//);
  const beside = `/lake/images/..%2fv2025-02-19/data/query/production?query=*`;
  expect((await request.get(beside)).status()).toBeGreaterThanOrEqual(400);
});

test("the Studio's WebSocket is closed to visitors and to other sites", async ({
  page,
  adminPage,
}) => {
  const responses = (address: string) =>
    new Promise<string>((resolve) => {
      const socket = new WebSocket(address.replace(/^http/, "ws"));
      socket.onopen = () => resolve("open");
      socket.onerror = () => resolve("refused");
    });
  await page.goto("/blog");
  const mux = new URL("/lake/vX/mux/production", page.url()).href;
  expect(await page.evaluate(responses, mux)).toBe("refused");
  await adminPage.goto("/admin/users");
  expect(await adminPage.evaluate(responses, mux)).toBe("open");
});

test("the Studio connects to no other host, and requests nothing that is missing", async ({
  adminPage: page,
  site,
}) => {
  const elsewhere = requestsElsewhere(page, site.url);
  const missing: string[] = [];
  page.on("response", (response) => {
    if (response.status() >= 400) missing.push(`${response.status()} ${response.url()}`);
  });
  await studio.open(page, "blog;post;post-future-of-document-automation-ai-and-pdf");
  await expect(studio.field(page, "Title")).toHaveValue(/Future/);
  await page.locator("#global-presence-menu").click();
  await expect(page.getByText("Administrators invite them at /admin.")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.locator("#user-menu").click();
  await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.goto("/studio/vision");
  await expect(page.getByRole("button", { name: "Fetch" })).toBeVisible();
  await page.goto("/studio/check");
  await expect(page.getByText("Nothing that is published is wrong.")).toBeVisible();
  expect(elsewhere).toEqual([]);
  expect(missing).toEqual([]);
});

test("the Studio offers nothing of Sanity's cloud, and signing out leads to the site's own page", async ({
  editorPage: page,
}) => {
  await studio.open(page, "blog");
  await expect(page.getByRole("button", { name: "Create new document" })).toBeVisible();
  // By Sanity's own names: under another they would be shown again.
  for (const part of [page.getByTestId("button-resources-menu"), page.locator("#workspace-menu")]) {
    await expect(part).toHaveCount(1);
    await expect(part).toBeHidden();
  }
  await page.locator("#user-menu").click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect((await page.request.get("/lake/v2025-02-19/users/me")).status()).toBe(401);
});

test("an office of editors opens the Studio at once, and nobody is refused its files", async ({
  adminPage: page,
}) => {
  await page.goto("/studio");
  const script = await page.locator("script[src]").first().getAttribute("src");
  for (let opened = 0; opened < 200; opened += 1) {
    const response = await page.request.get(script ?? "");
    expect(response.status()).toBe(200);
  }
});
