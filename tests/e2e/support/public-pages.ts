/**
 * A page of every kind that visitors see, by the name of its screenshot. `app/routes.test.ts` fails
 * for a route that is missing here.
 */
export const publicPages = {
  home: "/",
  blog: "/blog",
  article: "/blog/optimizing-pdf-workflows-for-enterprise",
  category: "/blog/category/developer-guides",
  tag: "/blog/tag/security",
  solutions: "/solutions",
  solution: "/solutions/document-automation",
  careers: "/careers",
  opening: "/careers/swe-001",
  about: "/about",
  contact: "/contact",
  security: "/security",
  changelog: "/changelog",
  docs: "/docs",
  feature: "/docs/merge-pdfs",
  terms: "/terms",
  privacy: "/privacy",
  cookies: "/cookies",
  sitemap: "/sitemap",
  search: "/search",
  login: "/login",
  signup: "/signup",
  "forgot-password": "/forgot-password",
} as const;
