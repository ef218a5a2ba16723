import { blogHeading } from "~/blog/blog-heading";
import { feed } from "~/blog/feed";
import { feedArticle } from "~/blog/feed-article.server";
import { blogPageQuery } from "~/content/queries/blog-page";
import { feedQuery } from "~/content/queries/post";
import { readContent } from "~/content/reading/read.server";
import { siteSettingsQuery } from "~/content/queries/site-settings";
import { environment } from "@domain/environment.server";
import { xmlResponse } from "~/seo/xml";

/** The newest articles for feed readers. */
export async function loader() {
  const [page, site, articles] = await Promise.all([
    readContent(blogPageQuery),
    readContent(siteSettingsQuery),
    readContent(feedQuery),
  ]);
  const { origin } = new URL(environment.SITE_URL);
  const images = {
    baseUrl: environment.SANITY_IMAGE_BASE,
    projectId: environment.SANITY_PROJECT_ID,
    dataset: environment.SANITY_DATASET,
  };
  const title = blogHeading(page, site);
  const entries = articles.map(({ content, ...article }) => ({
    ...article,
    html: feedArticle(content, { origin, images }),
  }));
  return xmlResponse(feed(entries, { title, site, origin }), "application/atom+xml");
}
