import type { Page } from "@playwright/test";
import { newPerson } from "./people";
import { expect, logIn, test } from "./test";
import { alreadyAsked, complaintsOf, hydrated, open } from "./visitor";

/*
 * Long visits in one tab: what works on a fresh page may fail on the tenth. After every step three things hold: the console
 * has no error, the page that is seen is the one in the address bar, and the focus is on something.
 */

class Journey {
  readonly #complaints: string[];

  constructor(readonly page: Page) {
    this.#complaints = complaintsOf(page);
  }

  /** One step, after which the visitor is at `path`. */
  async step(name: string, path: string | RegExp, go: () => Promise<unknown>): Promise<void> {
    await test.step(name, async () => {
      await go();
      await expect(this.page).toHaveURL(path);
      await this.#isWhatTheAddressSays();
      await expect(async () => expect(await this.#focused()).not.toBe("BODY")).toPass();
      expect(this.#complaints).toEqual([]);
    });
  }

  /** The heading on the screen is the one that the server sends for the address. */
  async #isWhatTheAddressSays(): Promise<void> {
    const response = await this.page.request.get(this.page.url());
    const sent = await this.page.evaluate(
      (html) => {
        const copy = document.implementation.createHTMLDocument();
        const heading = /<h1[^>]*>[\s\S]*?<\/h1>/.exec(html)?.[0] ?? "";
        copy.documentElement.textContent = heading.replace(/<[^>]*>/g, "");
        return copy.documentElement.textContent;
      },
      await response.text(),
    );
    const plain = (text: string) =>
      text
        .replace(/&#x27;/g, "'")
        .replace(/&amp;/g, "&")
        .replace(/\s+/g, " ")
        .trim();
    const heading = this.page.getByRole("heading", { level: 1 });
    await expect(async () => {
      expect(plain((await heading.textContent()) ?? "")).toBe(plain(sent));
    }).toPass();
  }

  #focused(): Promise<string> {
    return this.page.evaluate(() => document.activeElement?.tagName ?? "none");
  }

  main = () => this.page.getByRole("main");
  link = (name: string | RegExp) => this.main().getByRole("link", { name }).first();
  menu = (name: string) =>
    this.page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true });
}

test("a reader goes through articles, searches, chapters and back, for a long while", async ({
  page,
}) => {
  await alreadyAsked(page);
  const journey = new Journey(page);
  const { step, link, menu } = bound(journey);
  await step("arrives", "/", () => begin(page, "/"));
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

test("a customer signs up, works, signs out and comes back, in one tab", async ({ page }) => {
  await alreadyAsked(page);
  const journey = new Journey(page);
  const { step, link, menu } = bound(journey);
  const person = newPerson();
  await step("arrives", "/", () => begin(page, "/"));
  await step("opens the sign-up", "/signup", () =>
    page.getByRole("banner").getByRole("link", { name: "Sign Up" }).click(),
  );
  await step("signs up", "/dashboard", async () => {
    await page.getByLabel("Name").fill(person.name);
    await page.getByLabel("E-mail").fill(person.email);
    await page.getByLabel("Password").fill(person.password);
    await page.getByRole("button", { name: "Sign up" }).click();
  });
  for (let round = 0; round < 2; round += 1) {
    await step("reads the documentation", /\/docs/, async () => {
      await open(page, "/docs");
      await page.locator("main").focus();
    });
    await step("opens a feature", /\/docs\/.+/, () => link(/Merge/).click());
    await step("opens the blog", "/blog", () => menu("Blog").click());
    await step("goes back", /\/docs\/.+/, () => page.goBack());
    await step("opens the dashboard", "/dashboard", async () => {
      await page.getByRole("button", { name: "Your account" }).click();
      await page.getByRole("menuitem", { name: "Dashboard" }).click();
    });
    await step("opens the API keys", "/dashboard/keys", () => link(/API keys|Keys/i).click());
    await step("goes back", "/dashboard", () => page.goBack());
    await step("signs out", "/", async () => {
      await page.getByRole("button", { name: "Your account" }).click();
      await page.getByRole("menuitem", { name: /Log out/ }).click();
      await hydrated(page);
      await page.locator("main").focus();
    });
    await step("is asked to sign in for the dashboard", /\/login/, () => begin(page, "/dashboard"));
    await step("signs in", "/dashboard", () => logIn(page, person));
  }
});

/** Opens a page as from a bookmark: its focus is the document's, as in every browser. */
async function begin(page: Page, path: string): Promise<void> {
  await open(page, path);
  await page.locator("main").focus();
}

const bound = (journey: Journey) => ({
  step: journey.step.bind(journey),
  link: journey.link,
  menu: journey.menu,
});
