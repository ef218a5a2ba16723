import { createHmac, randomBytes } from "node:crypto";
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { safeEqual } from "../safe-equal";
import type { AuthEnv, Service } from "./service";

/*
 * A browser that has signed in to an account stores a token that proves it, after OWASP's "Slow
 * Down Online Guessing Attacks with Device Cookies": strangers who guess the account's password use
 * up the strangers' attempts and not the browser's. It proves no more than that, and signs nobody
 * in.
 */
const cookieName = "sb-device";
const lifetimeSeconds = 180 * 24 * 3600;

/**
 * The id of the device that a request comes from, or null when it has not signed in to that account
 * before.
 */
export function knownDevice(service: Service, c: Context<AuthEnv>, email: string): string | null {
  const [, id = "", issued = "", signature = ""] =
    /^([\w-]{22})\.(\d{1,12})\.([\w-]{43})$/.exec(getCookie(c, cookieName) ?? "") ?? [];
  if (id === "" || !safeEqual(signature, sign(service, { id, issued, email }))) return null;
  return Number(issued) + lifetimeSeconds > seconds(service.now()) ? id : null;
}

/** Whether a request has such a token at all, for any account. */
export const bringsDevice = (c: Context<AuthEnv>) => getCookie(c, cookieName) !== undefined;

/** Makes the device of a sign-in a known one, or renews that, with its response. */
export function rememberDevice(service: Service, c: Context<AuthEnv>, email: string | null): void {
  if (!email) return;
  const id = knownDevice(service, c, email) ?? randomBytes(16).toString("base64url");
  const issued = String(seconds(service.now()));
  setCookie(c, cookieName, `${id}.${issued}.${sign(service, { id, issued, email })}`, {
    path: "/auth/v1",
    httpOnly: true,
    secure: service.options.issuer.startsWith("https:"),
    sameSite: "Lax",
    maxAge: lifetimeSeconds,
  });
}

/** Bound to the email address, so that a device known to one account is unknown to all others. */
function sign(
  { keys }: Service,
  { id, issued, email }: { id: string; issued: string; email: string },
): string {
  // Mailed codes are hashed with the same secret by another function, and from other texts: those
  // end in six digits.
  return createHmac("sha256", keys.oneTimeTokenSecret)
    .update(`device\n${id}\n${issued}\n${email.toLowerCase()}`)
    .digest("base64url");
}

const seconds = (date: Date) => Math.floor(date.getTime() / 1000);
