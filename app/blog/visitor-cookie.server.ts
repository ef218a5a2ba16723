import { createHmac, randomUUID } from "node:crypto";
import { createCookie } from "@remix-run/node";
import { uuid } from "@domain/accounts/uuid";
import { environment } from "@domain/environment.server";
import { hostCookieName, hostCookieOptions } from "~/http/host-cookie.server";

/**
 * The cookie that recognizes a visitor without an account, only for their own likes and comments.
 * It is set when somebody likes or comments, never by reading. Pages stay shared: it is not one of
 * the personal cookies.
 */
const visitorCookie = createCookie(hostCookieName("visitor"), {
  ...hostCookieOptions,
  maxAge: 365 * 86_400,
  secrets: [createHmac("sha256", environment.SUPABASE_SECRET_KEY).update("visitor").digest("hex")],
});

const secret = uuid;

/** The visitor's secret; null for a browser without the cookie, and for a forged one. */
export async function readVisitor(request: Request): Promise<string | null> {
  const value: unknown = await visitorCookie.parse(request.headers.get("Cookie"));
  const parsed = secret.safeParse(value);
  return parsed.success ? parsed.data : null;
}

/** The visitor's secret, which is made for a browser that has none. */
export async function makeVisitor(request: Request, responseHeaders: Headers): Promise<string> {
  const known = await readVisitor(request);
  if (known) return known;
  const made = randomUUID();
  responseHeaders.append("Set-Cookie", await visitorCookie.serialize(made));
  return made;
}
