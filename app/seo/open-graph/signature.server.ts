import { createHmac } from "node:crypto";
import { safeEqual } from "@platen/kit";
import { environment } from "@domain/environment.server";

/** In the place of the signature until the page is known to be one that everyone may share. */
export const unsigned = "not-signed-yet";

/**
 * Signs the drawn picture that a page refers to. Only once it is rendered, for everyone: a loader
 * does not know that there is no page at its path, and signed made-up ones.
 *
 * @param html of a page that was found
 */
export function signPictureIn(html: string, path: string): string {
  return html.includes(`&amp;s=${unsigned}`) ? html.replaceAll(unsigned, signOgImage(path)) : html;
}

/** Signs a page's path, for the URL of its picture. All site processes make the same signature. */
export function signOgImage(path: string): string {
  const page = path.length > 1 ? path.replace(/\/$/, "") : path;
  return createHmac("sha256", environment.SUPABASE_SECRET_KEY)
    .update(`open graph picture of ${page}`)
    .digest("base64url")
    .slice(0, 16);
}

/** Whether the signature is ours for this path. */
export function isPictureSigned(path: string, signature: string): boolean {
  return safeEqual(signature, signOgImage(path));
}
