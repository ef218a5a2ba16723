import { xml, type Xml } from "~/seo/xml";
import { updatedOf, type Feed, type FeedEntry } from "./feed";

/**
 * A feed as RSS 2.0, with the extensions that readers know for a feed's own URL, authors without
 * an email address, and whole texts.
 *
 * @see https://www.rssboard.org/rss-specification
 */
export function rss(feed: Feed): Xml {
  return xml`<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">
  <channel>
    <title>${feed.title}</title>
    <link>${feed.pageUrl}</link>
    <description>${feed.description || feed.title}</description>
    <language>en</language>
    <atom:link rel="self" type="application/rss+xml" href="${feed.selfUrl}"/>
    <lastBuildDate>${rfc822(updatedOf(feed))}</lastBuildDate>
    ${feed.entries.map(item)}
  </channel>
</rss>`;
}

function item({ url, title, published, author, tags, summary, html }: FeedEntry): Xml {
  return xml`<item>
      <title>${title}</title>
      <link>${url}</link>
      <guid isPermaLink="true">${url}</guid>
      <pubDate>${rfc822(published)}</pubDate>
      ${author ? [xml`<dc:creator>${author}</dc:creator>`] : []}
      ${tags.map((tag) => xml`<category>${tag}</category>`)}
      <description>${summary}</description>
      <content:encoded>${html}</content:encoded>
    </item>
    `;
}

/** "Sun, 15 Jun 2025 00:00:00 GMT": the date of RFC 822, with four digits of the year. */
const rfc822 = (time: string): string => new Date(time).toUTCString();
