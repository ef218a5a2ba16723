/*
 * What the parts of the site need to know of a path before its route runs: one list of first
 * segments per fact. A test compares them with the routes. They are lists of their own, so that a
 * page's scripts contain only those that the browser needs.
 */

/** A page of signing in and up. */
// prettier-ignore
const signInPages = [
  "login", "signup", "forgot-password", "reset-password", "setup", "auth",
];

/** The forms change who is signed in. */
export const sessionForms = ["login", "signup", "auth", "logout"];

/** An area of signed-in users, within which the site knows who is signed in. */
export const accountAreas = ["dashboard", "admin"];

/** The site must determine who is signed in, which covers the page with the loading screen. */
export const gatedSegments = [...accountAreas, "login", "signup", "logout"];

/** No page to return to after signing in. */
export const noReturnSegments = ["login", "signup", "forgot-password", "setup", "auth", "logout"];

const reservedForPrograms = ["studio", "lake"];

/** Not one of Remix's pages: a link loads the whole document. */
// prettier-ignore
export const fullPageSegments = [
  ...reservedForPrograms,
  "feed.xml", "feed.json", "rss.xml", "sitemap.xml", "robots.txt",
  "llms.txt", "llms-full.txt", "pricing.json",
];

/** Crawlers are asked not to request it. */
// prettier-ignore
export const closedToRobots = [
  ...accountAreas,
  ...reservedForPrograms,
  "setup", "auth", "logout",
];

/** Responses are for one visitor, and never cached for everyone. */
// prettier-ignore
export const personalSegments = [
  ...signInPages,
  ...accountAreas,
  ...reservedForPrograms,
  "logout", "studio-access", "avatars", "preview", "webhooks", "documentation", "dev", "api",
  "og", "assets", "__manifest",
];

/** The path whose form may have a photograph: a larger body, and a rate limit for its pictures. */
export const photoFormPath = "/dashboard/profile";

/**
 * Whether a form of the page may cost the hash of a password: they all share one rate limit.
 *
 * @param path as the router finds it
 */
export const hashesPassword = (path: string): boolean =>
  isAmong(signInPages, path) || path === "/dashboard/security";

/** @param path its query, and what Remix appends for data, do not matter */
export function isAmong(segments: readonly string[], path: string): boolean {
  const [, segment = ""] = /^\/([^/?#]*)/.exec(path) ?? [];
  // Not by `withoutDataSuffix`, which browsers need not load: this is in every page's scripts.
  return segments.includes(segment.replace(/\.data$/, ""));
}

/**
 * The path of the page that a request is for. Remix requests a page's data from "/path.data", and
 * that of the home page from "/_root.data".
 */
export function withoutDataSuffix(path: string): string {
  return path.replace(/^\/_root\.data$/, "/").replace(/\.data$/, "");
}
