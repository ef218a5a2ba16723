import { absoluteUrl } from "~/article/absolute-url";
import { sitePlace } from "~/article/site-place.server";
import { siteSettingsQuery } from "~/content/queries/site-settings";
import { readContent } from "~/content/reading/read.server";
import { blocks, heading, list, md, quote, section } from "~/markdown/markdown";
import { pageLink } from "~/markdown/outline";
import { twinPath } from "~/seo/twin-path";
import { readTwin } from "./read-twin.server";
import { groupSections, readTwinGroups } from "./sitemap.server";
import { twinText } from "./twin";

/** What programs may read besides pages: path, name, and what it is. */
const otherFiles = [
  ["/llms-full.txt", "All pages in one file", "The same pages, one after the other."],
  ["/pricing.json", "Plans as JSON", "Prices, credits and features."],
  ["/feed.json", "Blog feed", "The newest articles; also as /feed.xml and /rss.xml."],
  ["/changelog/feed.json", "Changelog feed", "The newest releases; also as /changelog/feed.xml."],
  ["/careers/feed.json", "Openings feed", "Open positions; also as /careers/feed.xml."],
] as const;

/**
 * /llms.txt: what the site has, with links to the Markdown twins of its pages.
 *
 * @see https://llmstxt.org
 */
export async function readLlmsText(): Promise<string> {
  const { origin } = sitePlace();
  const [site, groups] = await Promise.all([readContent(siteSettingsQuery), readTwinGroups()]);
  return `${
    blocks(
      heading(1, site?.brandName ?? new URL(origin).host),
      quote(md`${site?.seo?.description || site?.tagline}`),
      "Every page is also there as Markdown: at its URL with .md appended, and at its own URL for a request that accepts text/markdown.",
      groupSections(groups, (path) => absoluteUrl(twinPath(path), origin)),
      section(
        2,
        "Optional",
        list(otherFiles.map(([path, title, text]) => pageLink(origin, path, title, text))),
      ),
    ).text
  }\n`;
}

/** Of /llms-full.txt: it must not grow with the archive, nor cost more than the home page. */
const bounds = { pages: 150, characters: 400_000 };

/**
 * /llms-full.txt: the twins of all pages in one text, within {@link bounds}.
 *
 * @param turn waits until the next page may occupy the event loop
 */
export async function readLlmsFullText(turn: () => Promise<void>): Promise<string> {
  const { origin } = sitePlace();
  const paths = (await readTwinGroups()).flatMap(({ links }) => links.map(({ path }) => path));
  const texts: string[] = [];
  let characters = 0;
  for (const path of paths.slice(0, bounds.pages)) {
    await turn();
    const twin = await readTwin(path);
    if (!twin) continue;
    const text = `Source: ${absoluteUrl(path, origin)}\n\n${twinText(twin)}`;
    characters += text.length;
    if (characters > bounds.characters) break;
    texts.push(text);
  }
  const left = paths.length - texts.length;
  const rest = left > 0 ? [`${left} more pages are listed in ${origin}/llms.txt.\n`] : [];
  return [...texts, ...rest].join("\n---\n\n");
}
