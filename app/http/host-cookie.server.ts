import { environment } from "@domain/environment.server";

/** Whether visitors reach the site over https. */
const overHttps = environment.SITE_URL.startsWith("https:");

/**
 * The name of a cookie of the site: over https with the prefix `__Host-`. Browsers accept such a
 * cookie from this host alone, over https and for the path `/`, so that neither a subdomain nor a
 * page over plain http can set one. Without https they refuse the prefix.
 */
export const hostCookieName = (name: string): string => (overHttps ? `__Host-${name}` : name);

/**
 * Attributes of every such cookie: scripts cannot read it, and other sites cannot send it with a
 * form.
 */
export const hostCookieOptions = {
  path: "/",
  httpOnly: true,
  sameSite: "lax",
  secure: overHttps,
} as const;
