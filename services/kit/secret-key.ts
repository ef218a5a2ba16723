import { createHash, randomBytes } from "node:crypto";

/** A new key: the secret, which is shown once, and what is stored of it. */
export interface SecretKey {
  secret: string;
  /** The beginning of the secret, by which its owner recognizes it. */
  prefix: string;
  hash: string;
}

/**
 * Makes a key of 256 random bits. Nobody guesses those, so a plain hash is as safe as a slow one.
 *
 * @param kind how it begins, for humans and for scanners that look for secrets in code
 */
export function makeSecretKey(kind: "pdf" | "svc"): SecretKey {
  const secret = `${kind}_${randomBytes(32).toString("base64url")}`;
  return { secret, prefix: secret.slice(0, 10), hash: hashSecretKey(secret) };
}

/** The stored hash of a key, by which it is found again. */
export const hashSecretKey = (secret: string): string =>
  createHash("sha256").update(secret).digest("hex");
