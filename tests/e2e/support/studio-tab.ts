import { expect, type Browser, type BrowserContextOptions, type Page } from "@playwright/test";
import { goToInStudio, studio } from "./studio";
import { complaintsOf } from "./visitor";

/** A tab in which the Studio is open, as an editor leaves it all day. */
export interface StudioTab {
  page: Page;
  /** Returns what the browser has complained about since the last call. */
  takeComplaints: () => string[];
  /** Leaves the form, and waits until everything that was typed into it is stored. */
  reset: () => Promise<void>;
  close: () => Promise<void>;
}

/** Loads the Studio in its own tab. */
export async function openStudioTab(
  browser: Browser,
  options: BrowserContextOptions,
  actionTimeout: number,
): Promise<StudioTab> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(actionTimeout);
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  const writes = writesInFlight(page);
  await studio.open(page);
  return {
    page,
    takeComplaints: () => complaints.splice(0),
    async reset() {
      await page.unrouteAll({ behavior: "ignoreErrors" });
      await goToInStudio(page, "/studio/structure");
      await expect(page.getByTestId("document-pane")).toHaveCount(0);
      await expect.poll(() => writes.size).toBe(0);
    },
    close: () => context.close(),
  };
}

/** The requests that write documents, until they have ended. */
function writesInFlight(page: Page): ReadonlySet<unknown> {
  const inFlight = new Set();
  page.on("request", (request) => {
    if (/\/data\/(mutate|actions)\//.test(request.url())) inFlight.add(request);
  });
  page.on("requestfinished", (request) => inFlight.delete(request));
  page.on("requestfailed", (request) => inFlight.delete(request));
  return inFlight;
}
