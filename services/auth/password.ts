import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import { compare, hash } from "@node-rs/bcrypt";
import { isCommonPassword } from "./common-passwords";
import { AuthError, validationFailed, type WeakPasswordReason } from "./errors";

/** bcrypt as the hosted service does it, so that hashes move there and back as they are. */
const cost = 10;
const shortest = 8;
/** bcrypt reads no further: two longer passwords that start alike would open the same account. */
const longest = 72;

export interface PasswordWeakness {
  message: string;
  reasons: WeakPasswordReason[];
}

const bytes = (password: string) => Buffer.byteLength(password);

/** What is wrong with a password, or null. No rules of composition: they make passwords worse (NIST SP 800-63B). */
export function passwordWeakness(password: string, email: string): PasswordWeakness | null {
  const reasons: WeakPasswordReason[] = [];
  const messages: string[] = [];
  if (bytes(password) < shortest) {
    reasons.push("length");
    messages.push(`Password should be at least ${shortest} characters.`);
  }
  if (isCommonPassword(password) || (email !== "" && password.toLowerCase() === email)) {
    reasons.push("pwned");
    messages.push("Password is known to be weak and easy to guess, please choose a different one.");
  }
  return reasons.length > 0 ? { message: messages.join(" "), reasons } : null;
}

/** Throws 400 for a password that is too long to store, and 422 `weak_password` for one that is easy to guess. */
export function requireStrongPassword(password: string, email: string): void {
  if (bytes(password) > longest) {
    throw validationFailed(`Password cannot be longer than ${longest} characters`);
  }
  const weakness = passwordWeakness(password, email);
  if (!weakness) return;
  throw new AuthError(422, "weak_password", weakness.message, { weakPassword: weakness.reasons });
}

/** One core is left to everybody else: fifty people who sign in at once must not hold up those who read. */
const hashesAtOnce = Math.max(1, availableParallelism() - 1);
let hashing = 0;
const waiting: (() => void)[] = [];

/** Computes in its turn: first come, first served. */
async function inTurn<T>(compute: () => Promise<T>): Promise<T> {
  if (hashing < hashesAtOnce) hashing += 1;
  else await new Promise<void>((myTurn) => waiting.push(myTurn));
  try {
    return await compute();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else hashing -= 1;
  }
}

/** The hash to store in `encrypted_password`. */
export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => hash(password, { cost }));

/** Hash of a password that nobody knows: what a wrong address is compared with, to take the same time. */
const nobodysHash = hash(randomBytes(32).toString("base64"), { cost });

/** Whether a stored hash is one that can be checked here. */
export const isBcrypt = (hash: string) => /^\$2[abxy]\$\d\d\$[./A-Za-z0-9]{53}$/.test(hash);

/** Whether the password fits; takes as long for an account that does not exist or has no password. */
export async function passwordMatches(
  password: string,
  storedHash: string | null | undefined,
): Promise<boolean> {
  const usable = storedHash && isBcrypt(storedHash) && bytes(password) <= longest;
  const known = usable ? storedHash : await nobodysHash;
  const fits = await inTurn(() => compare(password, known));
  return Boolean(usable) && fits;
}
