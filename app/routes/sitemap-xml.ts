import { readContent } from "~/content/reading/read.server";
import { sitemapQuery } from "~/content/queries/sitemap";
import { environment } from "@domain/environment.server";
import { sitemap } from "~/seo/sitemap";
import { xmlResponse } from "~/seo/xml";

/** The sitemap for search engines. The one for visitors is /sitemap. */
export async function loader() {
  const pages = await readContent(sitemapQuery);
  return xmlResponse(sitemap(pages, new URL(environment.SITE_URL).origin), "application/xml");
}
