import { expect, type Page } from "@playwright/test";

/** What identifies a page. */
interface PageName {
  heading: string;
  title: string;
  canonical: (string | null)[];
}

/**
 * Expects heading, title and canonical URL to be those that the server sends for the page's URL.
 */
export async function expectWhatAddressSays(page: Page): Promise<void> {
  const response = await page.request.get(page.url());
  const sent = sentName(await response.text());
  await expect(async () => expect(await shownName(page)).toEqual(sent)).toPass();
}

async function shownName(page: Page): Promise<PageName> {
  return {
    heading: plain((await page.locator("h1").allTextContents()).join("|")),
    title: plain(await page.title()),
    canonical: await page
      .locator("link[rel=canonical]")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href"))),
  };
}

/** Read as text: the page's own policy forbids a parser. */
function sentName(html: string): PageName {
  const all = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, found = ""]) => found);
  const text = (found: string) => plain(decoded(found.replace(/<[^>]*>/g, "")));
  return {
    heading: all(/<h1[^>]*>([\s\S]*?)<\/h1>/g)
      .map(text)
      .join("|"),
    title: text(all(/<title>([^<]*)<\/title>/g)[0] ?? ""),
    canonical: all(/<link rel="canonical" href="([^"]*)"/g).map(decoded),
  };
}

const decoded = (text: string) =>
  text
    .replace(/&#x27;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&amp;/g, "&");

const plain = (text: string) => text.replace(/\s+/g, " ").trim();
