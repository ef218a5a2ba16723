import { expect, type Locator, type Page } from "@playwright/test";

/** A preview that is not there by then does not come. */
const maxPreviewMilliseconds = 180_000;

/** The Studio as an editor uses it. Everything is found by what the editor sees. */
export const studio = {
  /** Opens the desk at a path of titles, as ids: "blog;post". */
  async open(page: Page, path = "") {
    await goToInStudio(page, `/studio/structure${path && `/${path}`}`);
    await expect(page.getByText("Content", { exact: true }).first()).toBeVisible();
  },

  /** The pane of the document that was opened last. */
  document: (page: Page) => page.getByTestId("document-pane").last(),

  field: (page: Page, name: string) =>
    studio.document(page).getByRole("textbox", { name, exact: true }),

  async tab(page: Page, name: string) {
    await studio.document(page).getByRole("tab", { name, exact: true }).click();
  },

  /** Opens the form of a new document, empty or with a template's initial values. */
  async create(page: Page, type: string, template = type) {
    await goToInStudio(page, `/studio/intent/create/template=${template};type=${type}/`);
    await expect(studio.document(page)).toBeVisible();
  },

  /**
   * Opens a page of the site in the Studio's preview, and returns its frame once its scripts have
   * taken over: a link that is clicked before loads the page again. A busy machine takes a minute.
   */
  async preview(page: Page, address: string) {
    await Promise.all([
      page.waitForResponse("**/preview/changes", { timeout: maxPreviewMilliseconds }),
      page.goto(`/studio/preview?preview=${encodeURIComponent(address)}`),
    ]);
    const frame = page.frameLocator("iframe");
    await frame
      .getByRole("complementary", { name: "Preview" })
      .waitFor({ timeout: maxPreviewMilliseconds });
    return frame;
  },

  /** Clicks on an element of the preview, which opens its field. */
  async openFromPreview(page: Page, element: Locator, name: string) {
    // The click target covers the page once the Studio and the page are connected.
    await expect(async () => {
      await element.hover({ force: true });
      await page.mouse.down();
      await page.mouse.up();
      await expect(studio.field(page, name)).toBeFocused();
    }).toPass();
  },

  /** Starts a new article and fills in what the form requires, with an uploaded picture. */
  async writeArticle(page: Page, article: Article) {
    await studio.create(page, "post");
    await studio.field(page, "Title").fill(article.title);
    await studio.document(page).getByRole("button", { name: "Generate" }).click();
    await expect(studio.field(page, "Slug")).toHaveValue(article.slug);
    await studio.field(page, "Excerpt").fill(article.excerpt);
    // Before the picture, which loads later and pushes what is below it out of sight. The list of
    // choices closes when the form is rendered again: then it is opened again.
    const category = studio.document(page).getByRole("combobox", { name: "Category" });
    const choices = page.getByTestId("autocomplete-popover");
    await expect(async () => {
      await category.fill("");
      await category.fill(article.category);
      await choices.getByRole("option", { name: article.category }).click({ timeout: 10_000 });
      await expect(category).toBeHidden({ timeout: 10_000 });
    }).toPass();
    await studio.document(page).locator("input[type=file]").first().setInputFiles(article.picture);
    // Another tab of the form aborts an upload.
    await expect(studio.document(page).locator("img[src*='/images/']").first()).toBeVisible();
    await studio.field(page, "Alternative text").fill(article.alternativeText);
    await studio.writeBody(page, article.body);
  },

  async writeBody(page: Page, text: string) {
    const editor = studio.document(page).getByTestId("field-content");
    await editor.scrollIntoViewIfNeeded();
    const cover = editor.getByText("Click to activate");
    if (await cover.isVisible()) await cover.click();
    await editor.getByRole("textbox").last().click();
    await page.keyboard.type(text);
  },

  async publish(page: Page) {
    const button = studio.document(page).getByRole("button", { name: "Publish", exact: true });
    await expect(button).toBeEnabled();
    // The Studio drops a click while it validates the last input.
    await expect(async () => {
      if (await button.isEnabled()) await button.click({ timeout: 5_000 });
      await expect(button).toBeDisabled({ timeout: 5_000 });
      const status = studio.document(page).getByText(/^Last published/);
      await expect(status.first()).toBeVisible({ timeout: 5_000 });
    }).toPass({ timeout: 120_000 });
  },

  /** Restores the open document to its state before the last publish. */
  async restorePrevious(page: Page) {
    await studio.document(page).getByTestId("pane-context-menu-button").click();
    await page.getByRole("menuitem", { name: "History" }).click();
    const published = page.getByTestId("timeline-item-button").filter({ hasText: "Published" });
    await published.nth(1).click();
    await studio.document(page).getByRole("button", { name: "Revert to revision" }).click();
    await page.getByRole("button", { name: "Confirm" }).click();
  },

  /** Chooses from the menu beside the Publish button. */
  async act(page: Page, action: string) {
    await studio.document(page).getByRole("button", { name: "Open document actions" }).click();
    // The name of an item ends with its shortcut, where it has one.
    await page.getByRole("menuitem", { name: new RegExp(`^${action}`) }).click();
  },
};

/**
 * Leads to a place in the Studio: as its own links do where the page is in it already, because
 * loading it again takes a third of a test's time.
 */
export async function goToInStudio(page: Page, path: string) {
  const isInStudio = /^\/studio(\/|$)/.test(new URL(page.url()).pathname);
  // The dialog that an earlier test has left open in a shared tab would cover the next form.
  const isCovered = isInStudio && (await page.getByRole("dialog").count()) > 0;
  if (!isInStudio || isCovered) return void (await page.goto(path));
  await page.evaluate((target) => {
    history.pushState(null, "", target);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
}

/** What a page requests, from now on, of another host than this site's. */
export function requestsElsewhere(page: Page, siteUrl: string): string[] {
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (/^(https?|wss?):$/.test(url.protocol) && url.host !== new URL(siteUrl).host) {
      elsewhere.push(request.url());
    }
  });
  return elsewhere;
}

export interface Article {
  title: string;
  slug: string;
  excerpt: string;
  picture: string;
  alternativeText: string;
  category: string;
  body: string;
}
