import { redirect, redirectDocument } from "@remix-run/node";

/** Sends the browser to a path of this site. The Studio is an application of its own, which only a fresh page opens. */
export function redirectWithin(path: string): Response {
  return /^\/studio(\/|\?|$)/.test(path) ? redirectDocument(path) : redirect(path);
}
