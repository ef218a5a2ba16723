import { mailHtml, messageHtml, type ColorScheme } from "./html";
import { codePage } from "./link";
import type { AuthSettings } from "../settings";
import type { AccountMail, MailContent, MailTextWithLifetime, MailText } from "./mail-content";
import type { Mail } from "./mail";

/** How long a mailed link or code is valid. */
export type Lifetimes = Pick<AuthSettings, "linkSeconds" | "codeSeconds">;

function wording({ kind, to, newEmail }: AccountMail, brandName: string): MailText {
  switch (kind) {
    case "signup":
      return {
        subject: `Confirm your email address for ${brandName}`,
        lead: `Welcome to ${brandName}. Confirm that this address is yours, and your account is ready.`,
        button: "Confirm email address",
        // The password of a confirmed sign-up counts, even if someone else typed it.
        ifUnexpected:
          "If you did not sign up, do not confirm: someone else used your address, and knows the password. Ignore this email, and the account cannot be used.",
      };
    case "invite":
      return {
        subject: `You are invited to ${brandName}`,
        lead: `An administrator of ${brandName} has created an account for you. Accept the invitation and choose a password.`,
        button: "Accept invitation",
        ifUnexpected: "If you did not expect an invitation, you can ignore this email.",
      };
    case "recovery":
      return {
        subject: `Reset your ${brandName} password`,
        lead: `We received a request to reset the password of your ${brandName} account.`,
        button: "Choose a new password",
        ifUnexpected:
          "If you did not request this, ignore this email: your password stays as it is.",
      };
    case "magiclink":
      return {
        subject: `Your link to sign in to ${brandName}`,
        lead: `This link signs you in to ${brandName}, once.`,
        button: "Sign in",
        ifUnexpected: "If you did not request this link, you can ignore this email.",
      };
    case "email_change":
      return {
        subject: `Confirm the new email address of your ${brandName} account`,
        lead: `Your ${brandName} account will move to ${newEmail ?? "another address"} once both the old and the new address have confirmed it.`,
        button: "Confirm the change",
        // The new address may belong to someone without an account: by confirming, they would use
        // someone else's.
        ifUnexpected:
          to === newEmail
            ? "If you did not ask for this, do not confirm it: the account is someone else's, who knows its password."
            : "If you did not ask for this, do not confirm it, and change your password.",
      };
    case "reauthentication":
      return {
        subject: `Your ${brandName} confirmation code`,
        lead: `Enter this code to confirm that it is you.`,
        button: "",
        ifUnexpected:
          "If you did not ask for this, change your password: someone else is signed in.",
      };
    case "mfa_factor_unenrolled_notification":
      return {
        subject: `An authenticator or security key was removed from your ${brandName} account`,
        lead: `Signing in to your ${brandName} account no longer accepts it.`,
        button: "",
        ifUnexpected:
          "If this was not you, choose a new password right away: it ends every session.",
      };
  }
}

/** More would crowd out the subject of a mail. */
const maxNameLength = 60;

/**
 * The product's name as editors may write it, in one line in which mail programs find no URL that
 * they would make clickable: an editor could otherwise word the mails of all accounts.
 */
export function plainName(name: string): string {
  const line = name
    .replace(/\p{Cf}/gu, "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .replace(/[/\\@:]+(?=\S)/g, " ")
    .trim();
  const short = Array.from(line).slice(0, maxNameLength).join("").trim();
  // A zero-width space: it ends a host name and shows nothing.
  return short.replace(/\.(?=[\p{L}\p{N}])/gu, ".\u200b");
}

/**
 * The whole mail, as HTML and as text with the same words.
 *
 * @param only the scheme of a preview; a mail that leaves has both
 */
export function renderMail(
  content: MailContent,
  brandName: string,
  lifetimes: Lifetimes,
  only?: ColorScheme,
): Mail {
  if (content.kind === "contact_message") {
    return { ...content, html: messageHtml(content.text), link: null };
  }
  const words = { ...wording(content, brandName), lifetime: lifetime(content.link, lifetimes) };
  return {
    kind: content.kind,
    to: content.to,
    subject: words.subject,
    link: content.link,
    html: mailHtml(words, content, brandName, only),
    text: plainText(words, content, brandName),
  };
}

/** The code alone can be guessed, and so it ends sooner unless the operator says otherwise. */
function lifetime(link: string | null, { linkSeconds, codeSeconds }: Lifetimes): string {
  if (!link) return `It works once, for ${inWords(codeSeconds)}.`;
  if (linkSeconds === codeSeconds) return `Both work once, for ${inWords(linkSeconds)}.`;
  return `Both work once: the link for ${inWords(linkSeconds)}, the code for ${inWords(codeSeconds)}.`;
}

function inWords(seconds: number): string {
  const [size, unit] =
    seconds % 3600 === 0 ? [3600, "hour"] : seconds % 60 === 0 ? [60, "minute"] : [1, "second"];
  const count = seconds / size;
  return `${count} ${count === 1 ? unit : `${unit}s`}`;
}

function plainText(
  { lead, button, ifUnexpected, lifetime }: MailTextWithLifetime,
  { link, code }: AccountMail,
  brandName: string,
) {
  const ways = link
    ? `${button}:\n${link}\n\nOr enter this code on ${codePage(link)}\n\n${code}`
    : code;
  const parts = [lead, ...(ways === null ? [] : [ways, lifetime]), ifUnexpected, brandName];
  return `${parts.join("\n\n")}\n`;
}
