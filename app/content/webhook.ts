import { createHmac } from "node:crypto";
import { safeEqual } from "../../services/safe-equal";

/** A request as old as this may be one that somebody recorded. Sanity sends again for half an hour, signed anew. */
const toleranceMilliseconds = 5 * 60_000;

interface Signed {
  /** The header `sanity-webhook-signature`: `t=<milliseconds>,v1=<base64url>`. */
  signature: string | null;
  body: string;
  secret: string;
  now?: number;
}

/**
 * Whether the lake sent this: signed with the secret that it shares with us, and just now.
 * https://www.sanity.io/docs/webhooks#webhook-signature
 */
export function isSignedByLake({ signature, body, secret, now = Date.now() }: Signed): boolean {
  const [, timestamp = "", given = ""] =
    /^t=(\d{1,15}),\s*v1=([\w-]{1,100})$/.exec(signature?.trim() ?? "") ?? [];
  if (timestamp === "" || Math.abs(now - Number(timestamp)) > toleranceMilliseconds) return false;
  const expected = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest();
  return safeEqual(Buffer.from(given, "base64url"), expected);
}
