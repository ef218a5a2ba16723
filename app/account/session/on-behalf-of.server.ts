import { environment } from "~/environment.server";

/**
 * The key of the clients that act for visitors. A hosted project believes whose address a request is for only when it comes
 * with the secret key; whose rights it has is still said by the person's token.
 */
export const visitorsKey = environment.SUPABASE_IP_FORWARDING
  ? environment.SUPABASE_SECRET_KEY
  : environment.SUPABASE_PUBLISHABLE_KEY;

/**
 * Headers that tell the auth service whose request it is: otherwise all visitors share the limits of the site's own address.
 *
 * @param userAgent of the browser, by which people tell their sessions apart
 */
export function onBehalfOf(clientIp: string, userAgent?: string): Record<string, string> {
  const { SUPABASE_IP_FORWARDING: forwarding } = environment;
  // A hosted project refuses the secret key from what says that it is a browser, and they all begin with these words.
  const told = forwarding ? userAgent?.replace(/Mozilla\/\d[\d.]*\s*/g, "") : userAgent;
  return {
    [forwarding ? "Sb-Forwarded-For" : "X-Forwarded-For"]: clientIp,
    ...(told !== undefined && { "User-Agent": told }),
  };
}
