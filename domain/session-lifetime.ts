import type { z } from "zod";
import type { siteVariables } from "./environment-variables";

type SessionHours = Pick<
  z.infer<typeof siteVariables>,
  "AUTH_SESSION_LIFETIME_HOURS" | "AUTH_SESSION_INACTIVITY_HOURS"
>;

/**
 * When sessions end, as the auth service counts it: 0 hours stand for no limit. The service
 * enforces it at each refresh (`services/auth/sessions/sessions.ts`).
 */
export function sessionLimits({
  AUTH_SESSION_LIFETIME_HOURS: lifetime,
  AUTH_SESSION_INACTIVITY_HOURS: inactivity,
}: SessionHours): { lifetimeSeconds?: number; inactivitySeconds?: number } {
  return {
    ...(lifetime > 0 && { lifetimeSeconds: lifetime * 3600 }),
    ...(inactivity > 0 && { inactivitySeconds: inactivity * 3600 }),
  };
}

/** The maximum time that browsers keep a cookie (RFC 6265bis, section 5.6.1). */
const maxCookieSeconds = 400 * 24 * 3600;

/**
 * How long browsers keep the session's cookie, in seconds: as long as the session can be refreshed
 * with it. It is set again at each refresh.
 */
export function sessionCookieSeconds(hours: SessionHours): number {
  const { lifetimeSeconds, inactivitySeconds } = sessionLimits(hours);
  const limits = [lifetimeSeconds, inactivitySeconds].filter((limit) => limit !== undefined);
  return Math.ceil(Math.min(maxCookieSeconds, ...limits));
}
