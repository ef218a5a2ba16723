import { createHash, timingSafeEqual } from "node:crypto";

/**
 * Compares secrets in constant time, so that timing does not reveal how much of a guess was right.
 * Digests are compared, because they have equal length: `timingSafeEqual` throws for different
 * lengths, which made a set-up link fail with 500.
 */
export const safeEqual = (left: string | Uint8Array, right: string | Uint8Array): boolean =>
  timingSafeEqual(digest(left), digest(right));

const digest = (secret: string | Uint8Array) => createHash("sha256").update(secret).digest();
