import { createHash, timingSafeEqual } from "node:crypto";

/**
 * Compares secrets without telling by the time it takes how much of a guess was right. Digests are compared, because
 * they are equally long: `timingSafeEqual` throws for different lengths, which answered a set-up link with 500.
 */
export const safeEqual = (left: string | Uint8Array, right: string | Uint8Array): boolean =>
  timingSafeEqual(digest(left), digest(right));

const digest = (secret: string | Uint8Array) => createHash("sha256").update(secret).digest();
