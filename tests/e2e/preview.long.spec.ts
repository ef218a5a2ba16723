import type { Route } from "@playwright/test";
import { studio } from "./support/studio";
import { expect, test } from "./support/test";

const enable = "/preview/enable?sanity-preview-secret=guess&sanity-preview-pathname=%2Fblog";

test("a preview requires the Studio's secret and an editor's session", async ({
  request,
  userPage,
  adminPage,
}) => {
  const attempts = [
    { who: request, status: 403, part: "session" },
    { who: userPage.request, status: 403, part: "session" },
    { who: adminPage.request, status: 401, part: "secret" },
  ];
  for (const { who, status, part } of attempts) {
    const response = await who.get(enable, { maxRedirects: 0 });
    expect(response.status()).toBe(status);
    expect(response.headers()["set-cookie"] ?? "").not.toContain("preview=");
    // The Studio's frame has to be able to show it.
    expect(response.headers()["x-frame-options"]).toBe("SAMEORIGIN");
    expect(await response.text()).toContain(`The <!-- -->${part}<!-- --> is wrong`);
  }
});

test("a preview shows the published version while the Studio does", async ({
  lake,
  adminPage: page,
}) => {
  const id = "post-optimizing-pdf-workflows-for-enterprise";
  const published = await lake.fetch("*[_id == $id][0]", { id });
  await lake.create({ ...published, _id: `drafts.${id}`, title: "Only a draft" });
  const preview = await studio.preview(page, "/blog/optimizing-pdf-workflows-for-enterprise");
  const title = preview.getByRole("heading", { level: 1 });
  await expect(title).toHaveText("Only a draft");
  await page.goto(`${page.url()}${page.url().includes("?") ? "&" : "?"}perspective=published`);
  await expect(title).toHaveText(published.title);
  await expect(preview.getByText("The published version is shown")).toBeVisible();
});

test("a forged cookie shows the published page, and says so", async ({ request }) => {
  const forged = Buffer.from(JSON.stringify({ viewer: "x", until: 9e15 })).toString("base64");
  const response = await request.get("/blog", { headers: { Cookie: `preview=${forged}` } });
  expect(response.headers()).toMatchObject({
    "cache-control": "private, no-store",
    // An attacker may have planted it: the headers stay those of a page.
    "x-frame-options": "DENY",
  });
  expect(await response.text()).toContain("The secret is wrong.");
  const changes = await request.get("/preview/changes", {
    headers: { Cookie: `preview=${forged}` },
  });
  expect(changes.status()).toBe(403);
});

test("the published page may not be framed, and is cached without traces of a preview", async ({
  request,
}) => {
  const { headers, text } = await request
    .get("/blog")
    .then(async (response) => ({ headers: response.headers(), text: await response.text() }));
  expect(headers["x-frame-options"]).toBe("DENY");
  expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  expect(headers).not.toHaveProperty("x-robots-tag");
  expect(text).not.toContain("data-sanity");
});

test("a preview shows edits made while it was loading", async ({ lake, adminPage: page }) => {
  const title = "Written in the meantime";
  await page.route("**/preview/changes", async (route) => {
    await lake.patch("post-optimizing-pdf-workflows-for-enterprise").set({ title }).commit();
    await route.continue();
  });
  const [preview] = await Promise.all([
    studio.preview(page, "/blog/optimizing-pdf-workflows-for-enterprise"),
    page.waitForResponse(/\/blog\/optimizing[^?]*\.data/, { timeout: 0 }),
  ]);
  await expect(preview.getByRole("heading", { level: 1 })).toHaveText(title);
});

test("the bar of a preview stays away from the account's pages", async ({ adminPage: page }) => {
  await studio.preview(page, "/about");
  await page.goto("/about");
  await expect(page.getByRole("complementary", { name: "Preview" })).toBeVisible();
  await page.goto("/admin/users");
  await expect(page.getByRole("heading", { name: "Users" })).toBeVisible();
  await expect(page.getByRole("complementary", { name: "Preview" })).toHaveCount(0);
});

test("a preview follows edits again after the site could not tell it of them", async ({
  lake,
  editorPage: page,
}) => {
  const title = "Written while nobody told";
  let refused = 0;
  await page.route("**/preview/changes", async (route) => {
    if (refused++ > 0) return route.continue();
    await route.fulfill({ status: 503 });
    await lake.patch("post-optimizing-pdf-workflows-for-enterprise").set({ title }).commit();
  });
  const preview = await studio.preview(page, "/blog/optimizing-pdf-workflows-for-enterprise");
  await expect(preview.getByRole("heading", { level: 1 })).toHaveText(title);
});

test("an edit during a preview's load does not restart it, and is shown", async ({
  lake,
  adminPage: page,
}) => {
  const title = "Written on the way";
  const requests: Route[] = [];
  const preview = await studio.preview(page, "/blog/optimizing-pdf-workflows-for-enterprise");
  await page.route(/\/blog\.data/, async (route) => {
    if (requests.push(route) > 1) await route.continue();
  });
  await Promise.all([
    page.waitForRequest(/\/blog\.data/, { timeout: 0 }),
    preview.getByRole("link", { name: "Back to Blog" }).click(),
  ]);

  await preview.locator("html").evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const changes = new EventSource("/preview/changes");
        changes.onerror = reject;
        changes.onmessage = () => {
          changes.onmessage = () => document.body.setAttribute("data-told", "");
          resolve();
        };
      }),
  );
  await lake.patch("post-optimizing-pdf-workflows-for-enterprise").set({ title }).commit();
  await preview.locator("[data-told]").waitFor({ state: "attached", timeout: 0 });
  expect(requests).toHaveLength(1);
  await requests[0]?.continue();
  await preview.getByRole("heading", { name: title }).waitFor({ timeout: 0 });
});

test("an edit just as the page requests the previous one does not interrupt that", async ({
  lake,
  adminPage: page,
}) => {
  await page.addInitScript(() => {
    let change = () => {};
    window.EventSource = class extends EventSource {
      override set onmessage(listener: (event: MessageEvent) => void) {
        change = () => listener(new MessageEvent("message"));
        super.onmessage = listener;
      }
    };
    const ask = window.fetch;
    let times = 0;
    window.fetch = (address, options) => {
      const response = ask(address, options);
      if (!String(address).includes(".data")) return response;
      // The page's fixture treats an error in the console as a failure.
      options?.signal?.addEventListener("abort", () => console.error("A reading is broken off."));
      if ((times += 1) < 3) change();
      return response;
    };
  });
  const readings: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes(".data")) readings.push(request.url());
  });
  const title = "Two at once";
  const preview = await studio.preview(page, "/blog/optimizing-pdf-workflows-for-enterprise");
  await lake.patch("post-optimizing-pdf-workflows-for-enterprise").set({ title }).commit();
  await preview.getByRole("heading", { level: 1, name: title }).waitFor({ timeout: 0 });
  await expect.poll(() => readings.length, { timeout: 0 }).toBeGreaterThan(2);
});

test("a preview that does not load says which part is wrong", async ({ editorPage: page }) => {
  const frame = page.frameLocator("iframe");
  const saysWrong = (part: string) =>
    expect(frame.getByText(`The ${part} is wrong.`)).toBeVisible();
  /** Until then the Studio covers the page, and its message. */
  const connects = () => expect(page.getByRole("checkbox", { name: "Edit" })).toBeEnabled();
  const enabling = /\/preview\/enable\?/;

  await page.route(enabling, (route) =>
    route.continue({
      url: route
        .request()
        .url()
        .replace(/secret=[^&]+/, "secret=guess"),
    }),
  );
  await page.goto("/studio/preview?preview=/blog");
  await saysWrong("secret");
  await connects();
  await page.unroute(enabling);

  await page.reload();
  await expect(frame.getByText("Drafts are shown.")).toBeVisible();

  await page.route(enabling, (route) =>
    route.fulfill({ body: "A page", headers: { "X-Frame-Options": "DENY" } }),
  );
  await page.goto("/studio/preview?preview=/blog");
  await expect(page.getByRole("alert")).toContainText("The frame policy is wrong.");
  await page.unroute(enabling);

  await page.reload();
  await connects();
  await page.context().clearCookies({ name: "session" });
  await page.goto("/blog");
  await expect(page.getByText("The session is wrong.")).toBeVisible();
});

test("a preview of a signed-out user says so, and continues after signing in", async ({
  editorPage: page,
}) => {
  const cookies = await page.context().cookies();
  // It receives writes over a stream, which is refused here.
  await page.route(
    /\/live\/events\//,
    async (route) => {
      await page.context().clearCookies({ name: "session" });
      await route.continue({ headers: { ...route.request().headers(), cookie: "" } });
    },
    { times: 1 },
  );
  const refused = page.waitForResponse(
    (response) => response.url().includes("/live/events/") && response.status() === 401,
  );
  // Before it gives a stream up, Sanity's client checks whether the origin is allowed.
  const givenUp = page.waitForResponse(/\/check\/cors/);
  await page.goto("/studio/preview?preview=/blog");
  await refused;
  await givenUp;
  const notice = page.getByRole("dialog", { name: "You are signed out" });
  await expect(notice).toBeVisible();
  await page.context().addCookies(cookies);
  await expect(notice).toBeHidden();
  await expect(page.frameLocator("iframe").getByText("Drafts are shown.")).toBeVisible();
});

test("a Studio of a signed-out user says so, and continues after signing in", async ({
  editorPage: page,
}) => {
  await studio.open(page, "blog;author;author-ines-calloway");
  await expect(studio.field(page, "Role")).toBeEditable();
  const cookies = await page.context().cookies();
  await page.context().clearCookies({ name: "session" });
  await studio.field(page, "Role").fill("Head of Ink");
  const notice = page.getByRole("dialog", { name: "You are signed out" });
  await expect(notice.getByRole("link", { name: "Log in" })).toBeVisible();
  // A user who is still typing stays in the field, and must not open the link with the next Enter.
  await expect(studio.field(page, "Role")).toBeFocused();
  await page.context().addCookies(cookies);
  await expect(notice).toBeHidden();
  await studio.act(page, "Discard changes");
  await page.getByRole("button", { name: "Discard changes" }).click();
  await expect(studio.field(page, "Role")).not.toHaveValue("Head of Ink");
});
