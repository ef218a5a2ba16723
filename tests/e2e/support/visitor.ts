import { expect, type Locator, type Page } from "@playwright/test";

/** Makes this a visitor who has already chosen about cookies, so that no banner covers the page. */
export async function alreadyAsked(page: Page, consent: "all" | "essential" = "essential") {
  await page.addInitScript((value) => localStorage.setItem("cookie-consent", value), consent);
}

/**
 * Returns the page once its scripts have taken over: a click before that does what it does without
 * scripts.
 */
export async function open(page: Page, path: string) {
  const response = await page.goto(path);
  await hydrated(page);
  return response;
}

/**
 * Opens the page again until it shows this: an edit reaches the pages within a second, not at once.
 */
export async function openUntil(page: Page, path: string, shown: Locator) {
  await expect(async () => {
    await open(page, path);
    await expect(shown).toBeAttached({ timeout: 500 });
  }).toPass();
}

/** Waits until React has taken the page over: it marks the elements that it owns. */
export async function hydrated(page: Page) {
  // Polled by time: a headless browser may draw no frame for a long time.
  await page.waitForFunction(
    () => {
      const main = document.querySelector("main");
      return main !== null && Object.keys(main).some((name) => name.startsWith("__reactProps"));
    },
    null,
    { polling: 50 },
  );
}

/**
 * Sockets that are lost through no fault of the Studio: it tries again without a network, and
 * Sanity's presence closes its first socket before that is open, and sends its leave message over
 * one that the browser closed with the page.
 */
const lostSocket =
  /^WebSocket (.*net::ERR_INTERNET_DISCONNECTED|.*\/socket\/\S+ failed: WebSocket is closed before|is already in CLOSING or CLOSED)/;

/**
 * The browser's complaints about a page from now on: code that fails, and what its policies block.
 */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", ({ message }) => complaints.push(message));
  page.on("console", (message) => {
    const text = message.text();
    // Many tests request refusals, and each is a line of the console.
    const isRefusal =
      /^Failed to load resource|^WebSocket .*Unexpected response code|^EventSource's response has a status 503/.test(
        text,
      );
    // The Studio logs this for a preview that takes some seconds, as on a busy machine, and keeps
    // trying.
    const isLate = text.startsWith("Unable to connect to visual editing");
    if (message.type() !== "error" && !text.startsWith("WebSocket ")) return;
    if (!isRefusal && !isLate && !lostSocket.test(text)) complaints.push(text);
  });
  return complaints;
}

/** The toast on the page, by its title. */
export function toast(page: Page, title: string): Locator {
  return page
    .getByRole("region", { name: /Notifications/ })
    .getByRole("listitem")
    .filter({ hasText: title });
}

/** The text of the coming-soon notice. */
export const comingSoon = [
  "Feature Coming Soon!",
  "This feature is not implemented yet. Stay tuned.",
] as const;

/** Expects a toast with exactly this title and description, and no other beside it. */
export async function expectToast(page: Page, title: string, description: string) {
  const shown = page.getByRole("region", { name: /Notifications/ }).getByRole("listitem");
  await expect(shown).toHaveCount(1);
  await expect(shown.getByText(title, { exact: true })).toBeVisible();
  await expect(shown.getByText(description, { exact: true })).toBeVisible();
}

/**
 * Expects a toast to be there just before its time is over, and gone just after. It is triggered
 * twice: the first time loads the code that shows toasts, so that nothing is loading once the clock
 * is stopped.
 */
export async function expectToLast(
  page: Page,
  { title, milliseconds, ask }: { title: string; milliseconds: number; ask: () => Promise<void> },
) {
  const shown = toast(page, title);
  await ask();
  await shown.getByRole("button", { name: "Close" }).click();
  await expect(shown).toBeHidden();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await ask();
  // A toast's timer pauses under the pointer.
  await page.mouse.move(0, 0);
  await expect(shown).toBeVisible();
  await page.clock.runFor(milliseconds - 1);
  await expect(shown).toBeVisible();
  await page.clock.runFor(1);
  await expect(shown).toBeHidden();
  await page.clock.resume();
}

/** The script of an analytics provider that the sites of the tests name. */
export const analyticsScript = "https://analytics.platen.example/tag.js";

/** What analytics counted so far. */
export function countedEvents(page: Page): Promise<unknown[]> {
  return page.evaluate(() => window.dataLayer ?? []);
}

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}
