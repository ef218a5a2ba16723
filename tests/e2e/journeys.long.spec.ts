import { Journey } from "./support/journey";
import { newPerson } from "./support/people";
import { expect, logIn, test } from "./support/test";
import { alreadyAsked, hydrated } from "./support/visitor";

test.describe.configure({ timeout: 300_000 });
test.beforeEach(({ page }) => alreadyAsked(page));

test("a reader uses articles, searches, chapters and Back for a long time", async ({ page }) => {
  const { arrive, step, link, menu } = new Journey(page);
  await arrive("arrives", "/", "/");
  for (let round = 0; round < 3; round += 1) {
    await step("opens the blog", "/blog", () => menu("Blog").click());
    await step("searches", /\/blog\?q=workflow/, () =>
      page.getByRole("searchbox").fill("workflow"),
    );
    await step("opens what was found", /\/blog\/optimizing/, () => link(/Optimizing/).click());
    const chapters = page.getByRole("navigation", { name: "On this page" }).getByRole("link");
    for (let n = 0; n < Math.min(4, await chapters.count()); n += 1) {
      const chapter = new URL((await chapters.nth(n).getAttribute("href")) ?? "", page.url()).hash;
      await step(`reads chapter ${n + 1}`, new RegExp(`${chapter}$`), async () => {
        await chapters.nth(n).click();
        await expect(page.locator(chapter)).toBeInViewport();
        await expect(page.locator(chapter)).toBeFocused();
      });
    }
    await step("goes back to the chapter before", /#/, () => page.goBack());
    await step("opens the careers", "/careers", () => menu("Careers").click());
    await step("opens an opening", /\/careers\/.+/, () => link(/Engineer|Designer|Writer/).click());
    await step("goes back", "/careers", () => page.goBack());
    await step("goes on", /\/careers\/.+/, () => page.goForward());
    await step("opens the solutions", "/solutions", () => menu("Solutions").click());
    await step("opens one", /\/solutions\/.+/, () =>
      link(/Document Automation|Automation/).click(),
    );
    await step("opens the home page", "/", () =>
      page.getByRole("banner").getByRole("link").first().click(),
    );
  }
});

test("a customer signs up, works, signs out and returns, in one tab", async ({ page }) => {
  const { arrive, load, step, link, menu } = new Journey(page);
  const person = newPerson();
  await arrive("arrives", "/", "/");
  await step("opens the sign-up", "/signup", () =>
    page.getByRole("banner").getByRole("link", { name: "Sign Up" }).click(),
  );
  await step("signs up", "/dashboard", async () => {
    await page.getByLabel("Name").fill(person.name);
    await page.getByRole("textbox", { name: "Email", exact: true }).fill(person.email);
    await page.getByLabel("Password").fill(person.password);
    await page.getByRole("button", { name: "Sign up" }).click();
  });
  for (let round = 0; round < 2; round += 1) {
    await arrive("reads the documentation", /\/docs/, "/docs");
    await step("opens a feature", /\/docs\/.+/, () => link(/Merge/).click());
    await step("opens the blog", "/blog", () => menu("Blog").click());
    await step("goes back", /\/docs\/.+/, () => page.goBack());
    await step("opens the dashboard", "/dashboard", async () => {
      await page.getByRole("button", { name: "Your account" }).click();
      await page.getByRole("menuitem", { name: "Dashboard" }).click();
    });
    await step("opens the API keys", "/dashboard/keys", () => link(/API keys|Keys/i).click());
    await step("goes back", "/dashboard", () => page.goBack());
    await load("signs out", "/", async () => {
      await page.getByRole("button", { name: "Your account" }).click();
      await page.getByRole("menuitem", { name: /Log out/ }).click();
      await page.waitForURL("/");
      await hydrated(page);
    });
    await arrive("is asked to sign in for the dashboard", /\/login/, "/dashboard");
    await step("signs in", "/dashboard", () => logIn(page, person));
  }
});

test("a customer opens every menu by keyboard, and the focus returns when it closes", async ({
  userPage: page,
}) => {
  await alreadyAsked(page);
  const { arrive, step, menu } = new Journey(page);
  const account = page.getByRole("button", { name: "Your account" });
  const item = (name: string) => page.getByRole("menuitem", { name });
  await arrive("arrives", "/about", "/about");
  for (let round = 0; round < 2; round += 1) {
    await step("opens the blog from the bar", "/blog", () => menu("Blog").press("Enter"));
    await step("opens the documentation's dialog and closes it", "/blog", async () => {
      await menu("Documentation").press("Enter");
      await expect(page.getByRole("dialog", { name: "Documentation" })).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(menu("Documentation")).toBeFocused();
    });
    await step("opens the account menu and closes it", "/blog", async () => {
      await account.press("Enter");
      await expect(item("Dashboard")).toBeFocused();
      await page.keyboard.press("Escape");
      await expect(account).toBeFocused();
    });
    await step("opens the profile and closes it", "/blog", async () => {
      await account.press("Enter");
      await item("Profile").press("Enter");
      await expect(page.getByRole("dialog", { name: "Profile Settings" })).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toBeHidden();
      await expect(account).toBeFocused();
    });
    await step("opens the dashboard", "/dashboard", async () => {
      await account.press("Enter");
      await item("Dashboard").press("Enter");
    });
    await step("goes back", "/blog", () => page.goBack());
  }
});

test("a reader with an unstable connection continues in the same tab", async ({
  page,
  context,
}) => {
  // Remix logs this for what it could not fetch without a connection, and the site makes the page
  // wait for it.
  const lost = /^Error loading route module|Failed to fetch/;
  const { arrive, step, link, menu } = new Journey(page, lost);
  const notice = page.getByRole("alert").filter({ hasText: "Try again" });
  await arrive("arrives", "/blog", "/blog");
  for (let round = 0; round < 2; round += 1) {
    await step("asks for a page without a connection, and stays", /\/blog/, async () => {
      await context.setOffline(true);
      await page.waitForFunction(() => !navigator.onLine);
      await menu("Careers").click();
      await expect(notice).toContainText("No connection");
    });
    await step("is there once it is back", "/careers", async () => {
      await context.setOffline(false);
      await expect(notice).toBeHidden();
    });
    await step("opens an opening", /\/careers\/.+/, () => link(/Engineer/).click());
    await step("opens the blog", "/blog", () => menu("Blog").click());
    await step("opens an article", /\/blog\/optimizing/, () => link(/Optimizing/).click());
  }
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test("a reader uses menus, a search, chapters and Back", async ({ page }) => {
    const { arrive, step, link } = new Journey(page);
    const open = async (name: string) => {
      await page.locator("summary[aria-label='Menu']").tap();
      await page
        .getByRole("navigation", { name: "Main menu" })
        .getByRole("link", { name, exact: true })
        .tap();
    };
    await arrive("arrives", "/", "/");
    for (let round = 0; round < 2; round += 1) {
      await step("opens the blog", "/blog", () => open("Blog"));
      await step("searches", /\/blog\?q=workflow/, () =>
        page.getByRole("searchbox").fill("workflow"),
      );
      await step("opens what was found", /\/blog\/optimizing/, () => link(/Optimizing/).tap());
      await step("goes back", /\/blog\?q=workflow/, () => page.goBack());
      await step("opens the terms", "/terms", () =>
        page.getByRole("contentinfo").getByRole("link", { name: "Terms of Service" }).tap(),
      );
      const contents = page.getByRole("main").locator("summary", { hasText: "On this page" });
      for (const chapter of ["usage", "fees", "contact"]) {
        await step(`reads ${chapter}`, new RegExp(`/terms#${chapter}$`), async () => {
          await contents.scrollIntoViewIfNeeded();
          const entry = page.locator(`details a[href$="#${chapter}"]`);
          if (!(await entry.isVisible())) await contents.tap();
          await entry.tap();
          await expect(page.locator(`#${chapter}`)).toBeInViewport();
          await expect(page.locator(`#${chapter}`)).toBeFocused();
        });
      }
      await step("goes back to the chapter before", /\/terms#fees$/, () => page.goBack());
      await step("opens the dialog of the documentation and closes it", /\/terms/, async () => {
        await open("Documentation");
        const dialog = page.getByRole("dialog", { name: "Documentation" });
        await expect(dialog).toBeVisible();
        await page.keyboard.press("Escape");
        await expect(dialog).toBeHidden();
        await expect(page.locator("summary[aria-label='Menu']")).toBeFocused();
      });
      await step("opens the careers", "/careers", () => open("Careers"));
      await step("opens an opening", /\/careers\/.+/, () => link(/Engineer/).tap());
    }
  });
});
