import { index, layout, route, type RouteConfig } from "@remix-run/route-config";

/** The URL map. Every address of the site stands here, once. */
export default [
  index("routes/home.tsx"),
  route("blog", "routes/blog.tsx"),
  route("blog/:slug", "routes/blog-post.tsx"),
  route("solutions", "routes/solutions.tsx"),
  route("solutions/:slug", "routes/solution.tsx"),
  route("about", "routes/about.tsx"),
  route("careers", "routes/careers.tsx"),
  route("careers/:jobId", "routes/job-opening.tsx"),
  route("contact", "routes/contact.tsx"),
  route("documentation", "routes/documentation.ts"),
  route("sitemap.xml", "routes/sitemap-xml.ts"),
  route("robots.txt", "routes/robots-txt.ts"),
  route("feed.xml", "routes/feed-xml.ts"),
  route("security", "routes/security.tsx"),
  route("login", "routes/login.tsx"),
  route("signup", "routes/signup.tsx"),
  route("logout", "routes/logout.tsx"),
  route("setup", "routes/setup.tsx"),
  route("studio-access", "routes/studio-access.tsx"),
  route("dashboard", "routes/dashboard.tsx"),
  layout("routes/admin-layout.tsx", [
    route("admin", "routes/admin.tsx"),
    route("admin/users", "routes/admin-users.tsx"),
  ]),
  route("*", "routes/not-found.tsx"),
] satisfies RouteConfig;
