import { createHmac } from "node:crypto";

/**
 * The salt of the passwords that are typed at sign-ups with an email address: equal ones get equal
 * hashes, even at the same time, so that they need not be compared. No two addresses share it.
 *
 * @param secret the service's secret for one-time tokens
 */
export const signUpSalt = (secret: string, email: string): Uint8Array =>
  createHmac("sha256", secret).update(`salt\n${email}`).digest().subarray(0, 16);
