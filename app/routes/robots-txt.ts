import { environment } from "~/environment.server";

/**
 * Personal pages, and pages for editors. Pictures of the content are under /lake and belong to the
 * pages.
 */
const rules = `User-agent: *
Allow: /lake/images/
Disallow: /lake/
Disallow: /studio
Disallow: /admin
Disallow: /dashboard
Disallow: /logout
Disallow: /setup
Disallow: /auth/
`;

/** What crawlers may request, and the URL of the sitemap. */
export function loader() {
  const { origin } = new URL(environment.SITE_URL);
  return new Response(`${rules}\nSitemap: ${origin}/sitemap.xml\n`, {
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });
}
