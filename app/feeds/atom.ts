import { xml, type Xml } from "~/seo/xml";
import { updatedOf, type Feed, type FeedEntry } from "./feed";

/** A feed as Atom: RFC 4287. */
export function atom(feed: Feed): Xml {
  return xml`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
  <title>${feed.title}</title>
  <subtitle>${feed.description}</subtitle>
  <id>${feed.pageUrl}</id>
  <link rel="self" type="application/atom+xml" href="${feed.selfUrl}"/>
  <link rel="alternate" type="text/html" href="${feed.pageUrl}"/>
  <updated>${updatedOf(feed)}</updated>
  <author><name>${feed.siteName}</name></author>
  <icon>${feed.iconUrl}</icon>
  ${feed.entries.map(entry)}
</feed>`;
}

function entry({ url, title, published, updated, author, tags, summary, html }: FeedEntry): Xml {
  return xml`<entry>
    <title>${title}</title>
    <id>${url}</id>
    <link rel="alternate" type="text/html" href="${url}"/>
    <published>${published}</published>
    <updated>${updated}</updated>
    ${author ? [xml`<author><name>${author}</name></author>`] : []}
    ${tags.map((tag) => xml`<category term="${tag}"/>`)}
    <summary>${summary}</summary>
    <content type="html">${html}</content>
  </entry>
  `;
}
