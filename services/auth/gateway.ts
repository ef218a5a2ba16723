import { createHash, timingSafeEqual } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { clientAddress } from "./address";
import { versionOf } from "./errors";
import type { AuthOptions } from "./options";
import type { AuthEnv } from "./service";

/** Compares without telling by the time it takes how much of a guess was right. */
export function equalSecrets(left: string, right: string): boolean {
  const digest = (value: string) => createHash("sha256").update(value).digest();
  return timingSafeEqual(digest(left), digest(right));
}

/** What a browser opens by itself, from a mail or as a redirect, without our headers. */
const open = /^\/auth\/v1\/(verify|callback|authorize|health|\.well-known\/[^/]+)$/;

/**
 * What stands before the hosted service: refuses requests without one of the project's keys, and the secret one from
 * a browser, where it must have leaked. Notes where the request comes from.
 */
export function gateway(options: AuthOptions): MiddlewareHandler<AuthEnv> {
  return async (c, next) => {
    c.set("origin", {
      address: clientAddress(c.env.peer.address, c.req.header("x-forwarded-for") ?? null),
      userAgent: c.req.header("user-agent") ?? null,
    });
    if (!open.test(c.req.path)) {
      const refusal = checkKey(options, c.req.raw.headers);
      if (refusal) {
        return c.json(refusal, 401, { ...versionOf(c.req.raw), "Cache-Control": "no-store" });
      }
    }
    await next();
    // Answers hold tokens and people's addresses; only what says otherwise may be kept by anyone on the way.
    if (!c.res.headers.has("Cache-Control")) c.res.headers.set("Cache-Control", "no-store");
  };
}

function checkKey(
  options: AuthOptions,
  headers: Headers,
): { message: string; hint: string } | null {
  const key = headers.get("apikey");
  if (!key) {
    return {
      message: "No API key found in request",
      hint: "No `apikey` request header or url param was found.",
    };
  }
  if (equalSecrets(key, options.secretKey)) {
    if (!headers.get("user-agent")?.includes("Mozilla/5.0")) return null;
    return {
      message: "Forbidden use of secret API key in browser",
      hint: "Secret API keys can only be used in a protected environment and should never be used in a browser.",
    };
  }
  if (equalSecrets(key, options.publishableKey)) return null;
  return {
    message: "Invalid API key",
    hint: "Double check your publishable or secret API key.",
  };
}
