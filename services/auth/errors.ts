import type { ErrorCode } from "./error-codes";
import type { User } from "./users/users";

/** What some errors carry besides code and message. */
interface ErrorDetails {
  /** The account concerned, for the log; not sent to clients. */
  account?: User;
  /** Why a password is weak, as in auth-js's `AuthWeakPasswordError`. */
  weakPassword?: readonly WeakPasswordReason[];
  /** Seconds until a retry makes sense, for the `Retry-After` header. */
  retryAfterSeconds?: number;
  /** Whether a mail was refused because its mailbox has just got one. */
  mailboxHasMail?: true;
}

export type WeakPasswordReason = "length" | "characters" | "pwned";

/** A refusal that is sent to the client. */
export class AuthError extends Error {
  override readonly name = "AuthError";
  readonly status: number;
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(status: number, code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** 400: a value that the client sent is not accepted. */
export const validationFailed = (message: string) =>
  new AuthError(400, "validation_failed", message);

/** 422: an account would be created, which the operator has disabled. */
export const signupDisabled = () =>
  new AuthError(422, "signup_disabled", "Signups not allowed for this instance");

const versionHeader = "X-Supabase-Api-Version";
const versionWithCodes = "2024-01-01";

/**
 * The header that announces errors with codes, for a client that requested them: auth-js reads a
 * code only with this header.
 */
export function versionOf(request: Request): Record<string, string> {
  const requestedVersion = request.headers.get(versionHeader) ?? "";
  const modern =
    /^\d{4}-\d{2}-\d{2}$/.test(requestedVersion) && requestedVersion >= versionWithCodes;
  return modern ? { [versionHeader]: versionWithCodes } : {};
}

/**
 * The response for an error. Clients that request version 2024-01-01 of the API get `{code,
 * message}` and the header, older ones `{code: status, error_code, msg}`.
 */
export function errorResponse(error: AuthError, request: Request): Response {
  const version = versionOf(request);
  const modern = versionHeader in version;
  const { weakPassword, retryAfterSeconds } = error.details;
  const headers = new Headers({
    "Content-Type": "application/json",
    "Cache-Control": "no-store",
    "x-sb-error-code": error.code,
    ...version,
  });
  if (retryAfterSeconds !== undefined) headers.set("Retry-After", String(retryAfterSeconds));
  const body = {
    ...(modern
      ? { code: error.code, message: error.message }
      : { code: error.status, error_code: error.code, msg: error.message }),
    ...(weakPassword && { weak_password: { reasons: weakPassword } }),
  };
  return new Response(JSON.stringify(body), { status: error.status, headers });
}
