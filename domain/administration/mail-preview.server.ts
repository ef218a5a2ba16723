import { previewIds, previewMail, previewNames, type PreviewId } from "@platen/auth/mail/preview";
import { mailLifetimes } from "@domain/auth-service/mail-lifetimes.server";
import { environment } from "@domain/environment.server";

export { previewIds };

/** All mails that can be previewed, as the page lists them. */
export const previews = previewIds.map((id) => ({ id, name: previewNames[id] }));

/**
 * A mail as the embedded accounts would send it to a made-up user. Null with hosted accounts, which
 * send mails of their own.
 *
 * @param brandName the product's name in the site settings
 */
export function readMailPreview(
  id: PreviewId,
  scheme: "light" | "dark",
  brandName: string | null | undefined,
) {
  const { SITE_URL, SUPABASE_PUBLIC_URL, OUTBOX, MAIL_FROM } = environment;
  if (SUPABASE_PUBLIC_URL === undefined) return null;
  const sender = {
    siteUrl: SITE_URL,
    brandName: brandName ?? "",
    lifetimes: mailLifetimes,
  };
  const { subject, to, html, text } = previewMail(id, sender, scheme);
  const from = OUTBOX === undefined ? MAIL_FROM : undefined;
  return {
    ...{ name: previewNames[id], subject, to, html, text },
    from: from ?? `no-reply@${new URL(SITE_URL).hostname}`,
  };
}
