import { expect, type Page } from "@playwright/test";
import { expectWhatAddressSays } from "./page-name";
import { test } from "./test";
import { complaintsOf, open } from "./visitor";

/**
 * A long visit in one tab: what works on a fresh page may fail on the tenth. After every step three
 * things hold: the console has no error, the visible page is the one in the address bar, and the
 * focus is on something.
 */
export class Journey {
  readonly #complaints: string[];

  /** @param expected console messages that are allowed */
  constructor(
    readonly page: Page,
    readonly expected?: RegExp,
  ) {
    this.#complaints = complaintsOf(page);
  }

  /** One step, after which the visitor is at `path`. */
  step = (name: string, path: string | RegExp, go: () => Promise<unknown>): Promise<void> =>
    test.step(name, async () => {
      await go();
      await expect(this.page).toHaveURL(path);
      await expectWhatAddressSays(this.page);
      await expect(async () => expect(await this.#focused()).not.toBe("BODY")).toPass();
      const complaints = this.#complaints.filter((text) => !this.expected?.test(text));
      expect(complaints).toEqual([]);
    });

  /** Loads a page as from a bookmark. */
  arrive = (name: string, path: string | RegExp, address: string): Promise<void> =>
    this.load(name, path, () => open(this.page, address));

  /**
   * One step that ends the document, and loads the page at `path`. Its focus is the document's, as
   * in every browser: the first Tab starts at its top.
   */
  load = (name: string, path: string | RegExp, go: () => Promise<unknown>): Promise<void> =>
    this.step(name, path, async () => {
      await go();
      expect(await this.#focused()).toBe("BODY");
      await this.page.keyboard.press("Tab");
      await expect(this.page.getByRole("link", { name: "Skip to content" })).toBeFocused();
    });

  link = (name: string | RegExp) => this.page.getByRole("main").getByRole("link", { name }).first();

  menu = (name: string) =>
    this.page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true });

  #focused(): Promise<string> {
    return this.page.evaluate(() => document.activeElement?.tagName ?? "none");
  }
}
