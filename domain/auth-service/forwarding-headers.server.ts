import { environment } from "@domain/environment.server";

/**
 * The key of the clients that act for visitors. A hosted project trusts the IP address that a
 * request names only with the secret key; its permissions still come from the user's token.
 */
export const visitorsKey = environment.SUPABASE_IP_FORWARDING
  ? environment.SUPABASE_SECRET_KEY
  : environment.SUPABASE_PUBLISHABLE_KEY;

/**
 * Headers that tell the auth service who sent the request: otherwise all visitors share the limits
 * of the site's own IP address.
 *
 * @param userAgent of the browser, by which users tell their sessions apart
 */
export function forwardingHeaders(clientIp: string, userAgent?: string): Record<string, string> {
  const { SUPABASE_IP_FORWARDING: forwarding } = environment;
  // A hosted project refuses the secret key from a User-Agent that looks like a browser, and they
  // all begin with these words.
  const userAgentHeader = forwarding ? userAgent?.replace(/Mozilla\/\d[\d.]*\s*/g, "") : userAgent;
  return {
    [forwarding ? "Sb-Forwarded-For" : "X-Forwarded-For"]: clientIp,
    ...(userAgentHeader !== undefined && { "User-Agent": userAgentHeader }),
  };
}
