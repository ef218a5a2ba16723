import { z } from "zod";
import { validationFailed } from "../errors";

/**
 * What browsers accept in `<input type=email>`:
 * https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
 */
const emailPattern =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;

/** The email address as it is stored: in lower case. Throws 400 when it is invalid. */
export function requireEmail(value: string): string {
  if (value === "") throw validationFailed("An email address is required");
  if (value.length > 255) throw validationFailed("An email address is too long");
  const email = readEmail(value);
  if (email === null) throw validationFailed("Unable to validate email address: invalid format");
  return email;
}

/** The same; null when it is invalid. */
export function readEmail(value: string): string | null {
  // Before the change of case: it turns some letters of other alphabets into ASCII.
  return value.length <= 255 && emailPattern.test(value) ? value.toLowerCase() : null;
}

/**
 * Throws 400 for a telephone number that is not in E.164 (a "+" and spaces are allowed), before the
 * refusal of telephone numbers in general: so a client with the wrong format gets that error here
 * as well.
 */
export function requirePhone(value: string): void {
  if (/^[1-9]\d{1,14}$/.test(value.replace(/^\+/, "").replaceAll(" ", ""))) return;
  throw validationFailed("Invalid phone number format (E.164 required)");
}

const uuid = z.guid();

/** Whether Postgres would accept this text as a uuid: anything else must not reach a statement. */
export const isUuid = (value: unknown): value is string => uuid.safeParse(value).success;
