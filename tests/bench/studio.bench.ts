import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { chromium, expect, type BrowserContext, type Locator, type Page } from "@playwright/test";
import { bench } from "vitest";
import { openBackendLake } from "../e2e/support/backend-lake";
import { setUpAdministrator } from "../e2e/support/people";
import { startSite, type RunningSite } from "../e2e/support/start-site";
import { studio } from "../e2e/support/studio";
import { installedBrowser } from "../find-browser.js";
import { singleRun, report, requireBars, Times } from "./measure";

declare global {
  interface Window {
    /** Milliseconds from each key to the frame that shows it. */
    framesOfKeys?: number[];
  }
}

const openings = 7;
const typed = 100;
const keys = 20;
const openStudios = 5;

bench("the Studio of a running site, in Chromium", measure, singleRun);

async function measure(): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), "bench-"));
  const site = await startSite({ dataDirectory: join(directory, "data") });
  try {
    // A browser caches what it has loaded, and the compiled scripts, only for a profile on disk.
    const browser = await chromium.launchPersistentContext(join(directory, "profile"), {
      executablePath: installedBrowser() ?? undefined,
      args: ["--no-sandbox", "--disable-gpu"],
      viewport: { width: 1440, height: 900 },
      baseURL: site.url,
    });
    try {
      const page = await browser.newPage();
      await setUpAdministrator(page, site.setupLink ?? "");
      await page.close();
      await measureOpening(browser);
      await measurePreview(browser);
      const lake = await openBackendLake(join(directory, "data"));
      await lake.create(longArticle);
      for (const place of ["title", "body"] as const) await measureTyping(browser, place);
      await measureStop(browser, site);
    } finally {
      await browser.close();
    }
    requireBars();
  } finally {
    await site.stop();
    await rm(directory, { recursive: true });
  }
}

async function measureOpening(browser: BrowserContext): Promise<void> {
  const first = new Times();
  const bytes = await transferred(browser, (page) => openDesk(page, first));
  report("first load, compressed", bytes / 1e6, "MB", 2);
  report("first load until the desk shows", first.percentile(50), "ms", 2_200);

  const again = new Times();
  // Chromium caches compiled scripts from the second load on.
  await withPage(browser, (page) => openDesk(page, new Times()));
  for (let n = 0; n < openings; n++) await withPage(browser, (page) => openDesk(page, again));
  report(
    `opened again until the desk shows, p50 of ${openings}`,
    again.percentile(50),
    "ms",
    1_200,
  );
}

/**
 * Goes to the Studio, measures the time until the first item of the desk is painted, and lets it
 * finish.
 */
async function openDesk(page: Page, times: Times): Promise<void> {
  await times.of(async () => {
    await page.goto("/studio", { waitUntil: "commit" });
    // Checked at every frame: Playwright's own waiting is up to half a second late.
    await page.waitForFunction(
      () => {
        const item = document.querySelector('a[href$="/structure/homePage"]');
        return item !== null && item.getBoundingClientRect().height > 0;
      },
      null,
      { polling: "raf" },
    );
  });
  // Compiled scripts are cached shortly after that: not if the page is closed at once.
  await page.waitForLoadState("networkidle");
}

/**
 * Types into the title of an article beside its page, at a human pace, and measures the time from
 * each key until the page shows its letter.
 */
async function measurePreview(browser: BrowserContext): Promise<void> {
  const times = new Times();
  await withPage(browser, async (page) => {
    await page.goto("/studio/preview?preview=/blog/optimizing-pdf-workflows-for-enterprise");
    const heading = page.frameLocator("iframe").getByRole("heading", { level: 1 });
    const field = page.getByRole("textbox", { name: "Title", exact: true });
    // Until the Studio knows its user's permissions, nothing can be typed, and no key moves the
    // caret.
    await expect(field).toBeEditable({ timeout: 15_000 });
    await field.press("End");
    // The first letter creates the draft, and the page may not be connected to the Studio yet.
    let title = `${await field.inputValue()}x`;
    await page.keyboard.press("x");
    await shows(heading, title);
    const shown: Promise<void>[] = [];
    for (let n = 0; n < keys; n++) {
      title += "platen"[n % 6];
      const expected = title;
      const seen = times.of(async () => {
        await page.keyboard.press(expected.at(-1) ?? "");
        await shows(heading, expected);
      });
      // Not at machine speed: the Studio sends what was typed once a second.
      shown.push(seen);
      await sleep(150 + (n % 5) * 90);
    }
    await Promise.all(shown);
  });
  report(`preview follows a letter, p50 of ${keys}`, times.percentile(50), "ms", 1_000);
  report(`preview follows a letter, worst of ${keys}`, times.percentile(100), "ms");
}

/** An article of 5,000 words: a hundred paragraphs of fifty. */
const longArticle = {
  _id: "drafts.post-long",
  _type: "post",
  title: "Long",
  content: Array.from({ length: 100 }, (_, n) => ({
    _type: "block",
    _key: `b${n}`,
    style: "normal",
    markDefs: [],
    children: [{ _type: "span", _key: "s", marks: [], text: "paper ".repeat(50).trim() }],
  })),
};

/**
 * Types into the form of the long article, and measures the time from each key until the next frame
 * is painted.
 */
async function measureTyping(browser: BrowserContext, place: "title" | "body"): Promise<void> {
  await withPage(browser, async (page) => {
    await studio.open(page, "blog;post;post-long");
    await expect(studio.field(page, "Title")).toBeEditable({ timeout: 15_000 });
    if (place === "title") await studio.field(page, "Title").click();
    else await studio.writeBody(page, "");
    await page.keyboard.press("Control+End");
    await page.evaluate(() => {
      const frames: number[] = [];
      window.framesOfKeys = frames;
      const painted = new MessageChannel();
      document.addEventListener(
        "keydown",
        ({ timeStamp }) =>
          requestAnimationFrame(() => {
            painted.port1.onmessage = () => frames.push(performance.now() - timeStamp);
            painted.port2.postMessage(null);
          }),
        { capture: true },
      );
    });
    await page.keyboard.type("platen ".repeat(typed / 7 + 1).slice(0, typed), { delay: 110 });
    const frames = await page.evaluate(() => window.framesOfKeys ?? []);
    frames.sort((a, b) => a - b);
    const at = (share: number) => frames[Math.ceil(frames.length * share) - 1] ?? NaN;
    const name = `typing in the ${place} of 5,000 words`;
    report(`${name}, p50 of ${frames.length}`, at(0.5), "ms");
    report(`${name}, p95`, at(0.95), "ms", 50);
  });
}

/**
 * Asks the site to stop while editors have the long article open, and measures the time until it
 * has.
 */
async function measureStop(browser: BrowserContext, site: RunningSite): Promise<void> {
  for (let n = 0; n < openStudios; n++) {
    const page = await browser.newPage();
    await studio.open(page, "blog;post;post-long");
    await expect(studio.field(page, "Title")).toBeEditable({ timeout: 15_000 });
  }
  const stop = new Times();
  await stop.of(async () => void (await site.stop()));
  report(`stop with ${openStudios} Studios open`, stop.percentile(50), "ms", 2_000);
}

/**
 * Waits until the heading begins with this text, polled by time: a frame within the page is not
 * always painted.
 */
const shows = (heading: Locator, text: string) =>
  heading.evaluate(
    (_, expected) =>
      new Promise<void>((resolve, reject) => {
        const end = performance.now() + 15_000;
        const look = () => {
          const shown = document.querySelector("h1")?.textContent ?? "";
          if (shown.startsWith(expected)) resolve();
          else if (performance.now() < end) setTimeout(look, 8);
          else reject(new Error(`The page still says "${shown}", not "${expected}".`));
        };
        look();
      }),
    text,
  );

/** What a fresh tab received over the network, headers included, until no request was in flight. */
async function transferred(
  browser: BrowserContext,
  visit: (page: Page) => Promise<void>,
): Promise<number> {
  let bytes = 0;
  await withPage(browser, async (page) => {
    const network = await browser.newCDPSession(page);
    network.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
    await network.send("Network.enable");
    await visit(page);
  });
  return bytes;
}

async function withPage(browser: BrowserContext, use: (page: Page) => Promise<void>) {
  const page = await browser.newPage();
  await use(page);
  await page.close();
}
