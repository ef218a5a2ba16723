import { isDisputed, nextStepUrl, pageAfterMail } from "./sign-in-links.server";
import type { Session } from "~/account/session/session.server";
import { flashToast } from "~/toasts/flash-toast.server";
import { replacingSession } from "./replace-session.server";
import { mailLinkTexts, type LinkType } from "./mailed-link";
import { withReturnTo } from "./return-to";
import { redirectWithin } from "./redirect-within.server";
import type { ServiceError } from "@domain/auth-service/auth-error-messages";

/**
 * The proof that a mail was read: the token of its link, or its code with the email address that it
 * went to.
 */
type Proof = { token_hash: string } | { email: string; token: string };

/**
 * Confirms what a mail requests, and redirects to the page that follows.
 *
 * @param next the page that the mail remembers
 * @returns why it was refused; or null for the first of the two confirmations of a new email
 * address, which signs nobody in
 * @throws a redirect when it is done
 */
export async function confirm(
  { session, responseHeaders }: { session: Session; responseHeaders: Headers },
  proof: Proof,
  type: LinkType,
  next: string | undefined,
): Promise<ServiceError | null> {
  const { data, error } = await replacingSession(session, () =>
    session.auth.verifyOtp({ ...proof, type }),
  );
  if (error) return error;
  if (!data.session) return null;
  const { done } = mailLinkTexts[type];
  if (done)
    await flashToast(responseHeaders, { title: "Done", description: done, variant: "success" });
  const path = pageAfterMail(next ?? null);
  const onward = isDisputed(data.session)
    ? withReturnTo("/reset-password?disputed", path)
    : pageAfter(type, path);
  throw redirectWithin(nextStepUrl(data.user, onward));
}

/** A user who was invited or has forgotten the password chooses one first. */
function pageAfter(type: LinkType, path: string): string {
  const wanted = path.startsWith("/reset-password") ? "/" : path;
  if (type === "recovery") return withReturnTo("/reset-password", wanted);
  return type === "invite" ? withReturnTo("/reset-password?invited", wanted) : path;
}
