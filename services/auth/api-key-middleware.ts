import type { Context, MiddlewareHandler } from "hono";
import { safeEqual } from "@platen/kit";
import { clientIpFromSite } from "./limits/client-ip-from-site";
import { versionOf } from "./errors";
import type { AuthOptions } from "./options";
import type { AuthEnv } from "./service";

/** Paths that a browser opens by itself, from a mail or as a redirect, without our headers. */
const open = /^\/auth\/v1\/(verify|callback|authorize|health|\.well-known\/[^/]+)$/;

/**
 * The counterpart of the hosted service's API gateway: refuses requests without one of the
 * project's keys, and the secret key from a browser, where it must have leaked. Records the
 * request's client.
 */
export function gateway(options: AuthOptions): MiddlewareHandler<AuthEnv> {
  return async (c, next) => {
    c.set("client", {
      ipAddress: clientIpFromSite(c.env.peer.address, c.req.header("x-forwarded-for") ?? null),
      userAgent: c.req.header("user-agent") ?? null,
    });
    if (!open.test(c.req.path)) {
      const refusal = checkKey(options, readKey(c), c.req.header("user-agent") ?? "");
      if (refusal) {
        return c.json(refusal, 401, { ...versionOf(c.req.raw), "Cache-Control": "no-store" });
      }
    }
    await next();
    // Responses contain tokens and users' email addresses; proxies may cache only those that say
    // so.
    if (!c.res.headers.has("Cache-Control")) c.res.headers.set("Cache-Control", "no-store");
  };
}

/** The project's key in a request's header or URL. */
export const readKey = (c: Context<AuthEnv>) =>
  c.req.header("apikey") ?? c.req.query("apikey") ?? "";

function checkKey(
  options: AuthOptions,
  key: string,
  userAgent: string,
): { message: string; hint: string } | null {
  if (!key) {
    return {
      message: "No API key found in request",
      hint: "No `apikey` request header or url param was found.",
    };
  }
  if (safeEqual(key, options.secretKey)) {
    if (!userAgent.includes("Mozilla/5.0")) return null;
    return {
      message: "Forbidden use of secret API key in browser",
      hint: "Secret API keys can only be used in a protected environment and should never be used in a browser.",
    };
  }
  if (safeEqual(key, options.publishableKey)) return null;
  return {
    message: "Invalid API key",
    hint: "Double check your publishable or secret API key.",
  };
}
