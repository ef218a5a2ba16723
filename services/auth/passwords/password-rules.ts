import { commonPasswords } from "./common-passwords";
import { AuthError, validationFailed, type WeakPasswordReason } from "../errors";
import type { AuthOptions } from "../options";
import { guessesLog10, plainForm } from "./password-guesses";
import { type AuthSettings, isPasswordTooLong, maxPasswordBytes } from "../settings";
import type { Metadata } from "../users/users";

/**
 * A password that falls within 10^6 guesses is rejected: the per-account limit allows about that
 * many in a year.
 */
const easyLog10 = 6;

export interface PasswordWeakness {
  message: string;
  reasons: WeakPasswordReason[];
}

/** The password's owner, as far as known when it is chosen. */
export interface PasswordOwner {
  email: string;
  metadata?: Metadata | null;
}

type Site = Pick<AuthOptions, "siteUrl" | "brandName"> & Pick<AuthSettings, "minPasswordLength">;

const bytes = (password: string) => Buffer.byteLength(password);

/**
 * What is wrong with a password, or null. No rules of composition: they make passwords worse.
 * Compared with common passwords, with words of the user and of the service, as NIST SP 800-63B-4,
 * 3.1.1.2, requires.
 */
export async function passwordWeakness(
  site: Site,
  password: string,
  owner: PasswordOwner,
): Promise<PasswordWeakness | null> {
  if (bytes(password) < site.minPasswordLength) {
    return {
      message: `Password should be at least ${site.minPasswordLength} characters.`,
      reasons: ["length"],
    };
  }
  if (isPasswordTooLong(password) || !(await isEasy(site, password, owner))) return null;
  return {
    message:
      "Password is known to be weak and easy to guess, please choose a different one: four words that have nothing to do with you, or one that your password manager makes.",
    reasons: ["pwned"],
  };
}

/**
 * Throws 400 for a password that is too long to store, and 422 `weak_password` for one that is easy
 * to guess.
 */
export async function requireStrongPassword(
  site: Site,
  password: string,
  owner: PasswordOwner,
): Promise<void> {
  if (isPasswordTooLong(password)) {
    throw validationFailed(`Password cannot be longer than ${maxPasswordBytes} characters`);
  }
  const weakness = await passwordWeakness(site, password, owner);
  if (!weakness) return;
  throw new AuthError(422, "weak_password", weakness.message, { weakPassword: weakness.reasons });
}

async function isEasy(site: Site, password: string, owner: PasswordOwner): Promise<boolean> {
  const ranks = await commonPasswords();
  const ownWords = new Set([...wordsOfSite(site), ...wordsOfPerson(owner)]);
  return guessesLog10(password, { ranks, ownWords }) < easyLog10;
}

function wordsOfSite({ siteUrl, brandName }: Site): string[] {
  const brand = typeof brandName === "function" ? brandName() : brandName;
  return wordsIn(`${brand ?? ""} ${new URL(siteUrl).hostname}`);
}

/** Metadata fields in which providers, administrators and this site's sign-up store names. */
// prettier-ignore
const nameFields = [
  "full_name", "name", "first_name", "last_name", "given_name", "family_name",
  "user_name", "preferred_username", "nickname",
];

function wordsOfPerson({ email, metadata }: PasswordOwner): string[] {
  const names = nameFields
    .map((field) => metadata?.[field])
    .filter((name) => typeof name === "string");
  const [mailbox = ""] = email.split("@");
  return [plainForm(email), plainForm(mailbox), ...[email, ...names].flatMap(wordsIn)].filter(
    isWord,
  );
}

/** Metadata can have any length, and no name is longer than this. */
const maxNameLength = 300;

function wordsIn(text: string): string[] {
  const words = text.slice(0, maxNameLength).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.map(plainForm).filter(isWord);
}

/** Two-letter words occur by chance in too many good passwords. */
const isWord = (word: string) => word.length >= 3;
