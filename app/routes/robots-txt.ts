import { environment } from "@domain/environment.server";
import { closedToRobots } from "~/route-facts";

/**
 * Pictures of the content are under /lake and belong to the pages. "/auth" alone would also cover
 * an editor's page "/authors".
 */
const rules = [
  "User-agent: *",
  "Allow: /lake/images/",
  ...closedToRobots.flatMap((segment) => [`Disallow: /${segment}$`, `Disallow: /${segment}/`]),
].join("\n");

/** What crawlers may request, and the URL of the sitemap. */
export function loader() {
  const { origin } = new URL(environment.SITE_URL);
  return new Response(`${rules}\n\nSitemap: ${origin}/sitemap.xml\n`, {
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });
}
