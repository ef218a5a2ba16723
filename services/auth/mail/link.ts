import type { MailKind } from "./mail";

/**
 * The URL of the site's confirmation page, which takes the token when its button is pressed. It
 * works on any device, and a mail scanner that follows links spends nothing.
 *
 * @param redirectTo where the person goes afterward; leads into `next` unless it is the site's
 * home page
 */
export function confirmationLink(
  siteUrl: string,
  tokenHash: string,
  type: MailKind,
  redirectTo: string,
): string {
  const link = new URL("auth/confirm", siteUrl.endsWith("/") ? siteUrl : `${siteUrl}/`);
  link.searchParams.set("token_hash", tokenHash);
  link.searchParams.set("type", type);
  const next = pathWithin(siteUrl, redirectTo);
  if (next !== "/") link.searchParams.set("next", next);
  return link.href;
}

/** The page of the same site that takes the code in the mail of such a link. */
export function codePage(confirmation: string): string {
  const page = new URL(confirmation);
  page.pathname = page.pathname.replace(/confirm$/, "code");
  page.searchParams.delete("token_hash");
  return page.href;
}

function pathWithin(siteUrl: string, url: string): string {
  const target = new URL(url, siteUrl);
  if (target.origin !== new URL(siteUrl).origin) return target.href;
  return target.pathname + target.search + target.hash;
}
