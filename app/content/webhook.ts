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
 * Verifies that the lake sent this: signed with the secret that it shares with us, and just now.
 * https://www.sanity.io/docs/webhooks#webhook-signature
 *
 * @returns what the signature says, in one spelling: a recorded delivery that is sent again has the same. The header itself
 *   may be spelled in many ways that all verify (spaces, the last bits of base64). Null when it is not signed so.
 */
export function signedDelivery({ signature, body, secret, now = Date.now() }: Signed) {
  const [, timestamp = "", given = ""] =
    /^t=(\d{1,15}),\s*v1=([\w-]{1,100})$/.exec(signature?.trim() ?? "") ?? [];
  if (timestamp === "" || Math.abs(now - Number(timestamp)) > toleranceMilliseconds) return null;
  const expected = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest();
  if (!safeEqual(Buffer.from(given, "base64url"), expected)) return null;
  return `${Number(timestamp)}.${expected.toString("base64url")}`;
}
