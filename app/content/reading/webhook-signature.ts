import { createHmac } from "node:crypto";
import { safeEqual } from "@platen/kit";

/**
 * A request as old as this may have been recorded. Sanity retries for half an hour, with a new
 * signature each time.
 */
const toleranceMilliseconds = 5 * 60_000;

interface SignedDelivery {
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
 * @returns what the signature says, in one spelling, which is the same for a replayed delivery. The
 * header itself has many spellings that all verify (spaces, the last bits of base64). Null when the
 * signature is not valid.
 */
export function signedDelivery({ signature, body, secret, now = Date.now() }: SignedDelivery) {
  const [, timestamp = "", given = ""] =
    /^t=(\d{1,15}),\s*v1=([\w-]{1,100})$/.exec(signature?.trim() ?? "") ?? [];
  if (timestamp === "" || Math.abs(now - Number(timestamp)) > toleranceMilliseconds) return null;
  const expected = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest();
  if (!safeEqual(Buffer.from(given, "base64url"), expected)) return null;
  return `${Number(timestamp)}.${expected.toString("base64url")}`;
}
