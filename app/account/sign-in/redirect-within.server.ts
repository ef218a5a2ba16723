import { redirect, redirectDocument } from "@remix-run/node";

/**
 * Redirects the browser to a path of this site. The Studio is a separate application, which only a
 * full page load opens.
 */
export function redirectWithin(path: string): Response {
  return /^\/studio(\/|\?|$)/.test(path) ? redirectDocument(path) : redirect(path);
}
