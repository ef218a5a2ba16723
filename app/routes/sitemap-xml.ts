import { archivePaths } from "~/blog/read-archive.server";
import { readContent } from "~/content/reading/read.server";
import { sitemapQuery } from "~/content/queries/sitemap";
import { environment } from "@domain/environment.server";
import { sitemap } from "~/seo/sitemap";
import { xmlResponse } from "~/seo/xml";

/** The sitemap for search engines. The one for visitors is /sitemap. */
export async function loader() {
  const [pages, archives] = await Promise.all([readContent(sitemapQuery), archivePaths()]);
  const { origin } = new URL(environment.SITE_URL);
  return xmlResponse(sitemap(pages, archives, origin), "application/xml");
}
