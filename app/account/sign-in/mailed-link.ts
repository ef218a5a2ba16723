import { z } from "zod";

/** What a mailed link confirms, as the auth service names it. */
export const linkTypes = [
  "signup",
  "invite",
  "recovery",
  "magiclink",
  "email",
  "email_change",
] as const;

export type LinkType = (typeof linkTypes)[number];

/** A mailed link as its URL and the confirmation form carry it. */
export const mailedLink = z.object({
  token_hash: z.string().min(1).max(500),
  type: z.enum(linkTypes),
  next: z.string().max(2_000).optional(),
});

/** The mail of a typed code. A URL without a type belongs to a sign-in link. */
export const mailedCode = z.object({
  type: z.enum(linkTypes).catch("email"),
  next: z.string().max(2_000).optional().catch(undefined),
});

interface Words {
  title: string;
  lead: string;
  button: string;
  /** The message on the page that follows. */
  done: string | null;
  /** The page that sends another link. */
  retry: { label: string; href: string };
}

const login = { label: "Go to login", href: "/login" };

/** The texts of the confirmation page for each kind of link. */
export const mailLinkTexts: Record<LinkType, Words> = {
  signup: {
    title: "Confirm your address",
    lead: "Press the button, and your account is ready, with the password of this sign-up. If you did not sign up, close this page.",
    button: "Confirm email address",
    done: "Your email address is confirmed. Welcome.",
    retry: { label: "Send another link", href: "/auth/resend" },
  },
  invite: {
    title: "You are invited",
    lead: "Accept the invitation, then choose a password for your account.",
    button: "Accept the invitation",
    done: null,
    retry: { label: "Choose a password by email", href: "/forgot-password" },
  },
  recovery: {
    title: "Choose a new password",
    lead: "The next page lets you choose one.",
    button: "Continue",
    done: null,
    retry: { label: "Send another link", href: "/forgot-password" },
  },
  magiclink: {
    title: "Sign in",
    lead: "This link signs you in, once.",
    button: "Sign in",
    done: null,
    retry: login,
  },
  email: {
    title: "Sign in",
    lead: "This link signs you in, once.",
    button: "Sign in",
    done: null,
    retry: login,
  },
  email_change: {
    title: "Confirm the change of address",
    lead: "Your email address changes once you have confirmed it at both the old and the new one.",
    button: "Confirm the change",
    done: "Your account has a new email address.",
    retry: login,
  },
};
