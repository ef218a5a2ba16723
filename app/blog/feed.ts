import type { FeedQueryResult, SiteSettingsQueryResult } from "~/content/types.generated";
import { xml, type Xml } from "~/seo/xml";
import { byline } from "./byline";

/** An article of the feed, its text as HTML. */
export type FeedArticle = Omit<FeedQueryResult[number], "content"> & { html: string };

/**
 * The newest articles as an Atom feed (RFC 4287).
 *
 * @param title of the blog
 * @param origin of the site, without a slash at its end
 */
export function feed(
  articles: readonly FeedArticle[],
  { title, site, origin }: { title: string; site: SiteSettingsQueryResult; origin: string },
): Xml {
  const newest = articles.map(updatedAt).sort().at(-1) ?? new Date(0).toISOString();
  return xml`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
  <title>${title}</title>
  <subtitle>${site?.tagline}</subtitle>
  <id>${origin}/blog</id>
  <link rel="self" type="application/atom+xml" href="${origin}/feed.xml"/>
  <link rel="alternate" type="text/html" href="${origin}/blog"/>
  <updated>${newest}</updated>
  <author><name>${site?.brandName ?? title}</name></author>
  <icon>${origin}/icon-512.png</icon>
  ${articles.map((article) => entry(article, origin))}
</feed>`;
}

function entry(article: FeedArticle, origin: string): Xml {
  const url = new URL(`/blog/${article.slug}`, origin).href;
  const { name } = byline(article.authorName, null);
  const terms = [article.category, ...article.tags].filter((term) => term !== null);
  return xml`<entry>
    <title>${article.title}</title>
    <id>${url}</id>
    <link rel="alternate" type="text/html" href="${url}"/>
    <published>${publishedAt(article)}</published>
    <updated>${updatedAt(article)}</updated>
    ${name ? [xml`<author><name>${name}</name></author>`] : []}
    ${terms.map((term) => xml`<category term="${term}"/>`)}
    <summary>${article.excerpt}</summary>
    <content type="html">${article.html}</content>
  </entry>
  `;
}

/** The date under the title is a day; the format requires a time. */
function publishedAt({ date, _updatedAt }: Pick<FeedArticle, "date" | "_updatedAt">): string {
  const moment = Date.parse(date);
  return Number.isNaN(moment) ? _updatedAt : new Date(moment).toISOString();
}

/** An article that was finished before its date counts as new on its date. */
function updatedAt(article: Pick<FeedArticle, "date" | "_updatedAt">): string {
  const published = publishedAt(article);
  return article._updatedAt > published ? article._updatedAt : published;
}
