import {
  index,
  layout,
  route,
  type RouteConfig,
  type RouteConfigEntry,
} from "@remix-run/route-config";
import { archiveBases } from "./blog/archive-path";
import { archiveFeeds, feedPaths } from "./feeds/feed-paths";
import { twinBases } from "./twins/twin-bases";

/** The URL map. Every path of the site is here, once. */
const routes = [
  index("routes/home.tsx"),
  ...["pricing", "features", "faq"].map((path) =>
    route(path, "routes/home-part.tsx", { id: path }),
  ),
  route("blog", "routes/blog.tsx"),
  route("blog/:slug", "routes/blog-post.tsx"),
  ...archiveBases.flatMap((base) => [
    route(`${base.slice(1)}:slug`, "routes/blog-archive.tsx", { id: base }),
    ...Object.keys(archiveFeeds).map((end) =>
      route(`${base.slice(1)}:slug${end}`, "routes/feed.ts", { id: `${base}${end}` }),
    ),
  ]),
  route("solutions", "routes/solutions.tsx"),
  route("solutions/:slug", "routes/solution.tsx"),
  route("about", "routes/about.tsx"),
  route("careers", "routes/careers.tsx"),
  route("careers/:jobId", "routes/job-opening.tsx"),
  route("contact", "routes/contact.tsx"),
  route("docs", "routes/docs.tsx"),
  route("docs/:slug", "routes/docs-feature.tsx"),
  route("documentation", "routes/documentation.ts"),
  route("sitemap.xml", "routes/sitemap-xml.ts"),
  route("robots.txt", "routes/robots-txt.ts"),
  route("llms.txt", "routes/llms-txt.ts"),
  route("llms-full.txt", "routes/llms-full-txt.ts"),
  route("pricing.json", "routes/pricing-json.ts"),
  route(".well-known/security.txt", "routes/security-txt.ts"),
  route(".well-known/change-password", "routes/change-password.ts"),
  ...Object.keys(feedPaths).map((path) => route(path.slice(1), "routes/feed.ts", { id: path })),
  ...twinBases.map((base) =>
    route(`${base.slice(1)}:slug.md`, "routes/twin.ts", { id: `twin of ${base}` }),
  ),
  route("webhooks/content", "routes/webhook.ts"),
  route("preview/enable", "routes/preview-enable.tsx"),
  route("preview/leave", "routes/preview-leave.ts"),
  route("preview/changes", "routes/preview-changes.ts"),
  route("security", "routes/security.tsx"),
  route("changelog", "routes/changelog.tsx"),
  route("sitemap", "routes/sitemap.tsx"),
  route("search", "routes/search.tsx"),
  route("login", "routes/login.tsx"),
  route("login/second-factor", "routes/second-factor.tsx"),
  route("login/again", "routes/login-again.tsx"),
  route("signup", "routes/signup.tsx"),
  route("forgot-password", "routes/forgot-password.tsx"),
  route("reset-password", "routes/reset-password.tsx"),
  route("auth/confirm", "routes/auth-confirm.tsx"),
  route("auth/code", "routes/auth-code.tsx"),
  route("auth/callback", "routes/auth-callback.tsx"),
  route("auth/resend", "routes/auth-resend.tsx"),
  route("auth/provider/:provider", "routes/auth-provider.tsx"),
  route("dev/mail", "routes/dev-mail.tsx"),
  route("logout", "routes/logout.tsx"),
  route("setup", "routes/setup.tsx"),
  route("studio-access", "routes/studio-denied.tsx"),
  layout("routes/dashboard-layout.tsx", [
    route("dashboard", "routes/dashboard.tsx"),
    route("dashboard/activity", "routes/dashboard-activity.tsx"),
    route("dashboard/keys", "routes/dashboard-keys.tsx"),
    route("dashboard/plan", "routes/dashboard-plan.tsx"),
    route("dashboard/profile", "routes/profile.tsx"),
    route("dashboard/profile/email", "routes/dashboard-email.tsx"),
    route("dashboard/data", "routes/dashboard-data.tsx"),
    route("dashboard/security", "routes/dashboard-security.tsx"),
    route("dashboard/security/authenticator", "routes/dashboard-authenticator.tsx"),
    route("dashboard/security/key", "routes/dashboard-security-key.tsx"),
    route("dashboard/security/recovery-codes", "routes/dashboard-recovery-codes.tsx"),
  ]),
  route("dashboard/activity.csv", "routes/dashboard-activity-csv.ts"),
  route("dashboard/data/download", "routes/dashboard-data-download.ts"),
  route("avatars/:name", "routes/avatar.tsx"),
  layout("routes/admin-layout.tsx", [
    route("admin", "routes/admin.tsx"),
    route("admin/overview", "routes/admin-overview.tsx"),
    route("admin/users", "routes/admin-users.tsx"),
    route("admin/users/invite", "routes/admin-invite.tsx"),
    route("admin/users/bulk", "routes/admin-bulk.tsx"),
    route("admin/users/:id", "routes/admin-user.tsx"),
    route("admin/users/:id/ledger", "routes/admin-user-ledger.tsx"),
    route("admin/roles", "routes/admin-roles.tsx"),
    route("admin/plans", "routes/admin-plans.tsx"),
    route("admin/comments", "routes/admin-comments.tsx"),
    route("admin/messages", "routes/admin-messages.tsx"),
    route("admin/messages/:id", "routes/admin-message.tsx"),
    route("admin/mails", "routes/admin-mails.tsx"),
    route("admin/audit", "routes/admin-audit.tsx"),
    route("admin/health", "routes/admin-health.tsx"),
  ]),
  route("admin/users.csv", "routes/admin-users-csv.ts"),
  route("admin/audit/export", "routes/admin-audit-export.ts"),
  route(":slug", "routes/page.tsx"),
  route("*", "routes/not-found.tsx"),
];

/**
 * Each path with exact case: otherwise "/BLOG", "/bLOG" and the other spellings would be cached as
 * pages of their own, and evict the real ones. The 404 page redirects them to the lower-case path.
 */
const caseSensitive = (entries: RouteConfigEntry[]): RouteConfigEntry[] =>
  entries.map(({ children, ...entry }) => ({
    ...entry,
    caseSensitive: true,
    ...(children && { children: caseSensitive(children) }),
  }));

export default caseSensitive(routes) satisfies RouteConfig;
