import type { ErrorCode } from "../error-codes";
import type { AuthError } from "../errors";

interface SessionTokens {
  access_token: string;
  expires_at: number;
  expires_in: number;
  refresh_token: string;
  token_type: string;
}

/**
 * Puts a session where a client of the implicit flow reads it: in the fragment, which no server
 * receives.
 */
export function putSession(
  target: URL,
  body: SessionTokens,
  details: Record<string, string>,
): void {
  target.hash = new URLSearchParams({
    access_token: body.access_token,
    expires_at: String(body.expires_at),
    expires_in: String(body.expires_in),
    ...details,
    refresh_token: body.refresh_token,
    sb: "",
    token_type: body.token_type,
  }).toString();
}

/** OAuth's error codes (RFC 6749, section 4.1.2.1), which clients look for. */
const oauthErrors = new Map([
  [400, "invalid_request"],
  [401, "unauthorized_client"],
  [403, "access_denied"],
]);

/** Refusals of a user, whatever their status. */
const denials: readonly ErrorCode[] = [
  "signup_disabled",
  "user_banned",
  "provider_email_needs_verification",
];

/**
 * Puts an error where the client looks for it: in the fragment, and for a PKCE client in the query.
 *
 * @param name OAuth's error code, when another server returned one; then there is no code of ours
 */
export function putError(
  target: URL,
  { status, code, message }: AuthError,
  { inQuery, name }: { inQuery: boolean; name?: string },
): void {
  const fields = {
    error:
      name ??
      (denials.includes(code) ? "access_denied" : (oauthErrors.get(status) ?? "server_error")),
    ...(name === undefined && { error_code: code }),
    error_description: message,
  };
  if (inQuery) {
    for (const [field, value] of Object.entries(fields)) target.searchParams.set(field, value);
  }
  target.hash = new URLSearchParams({ ...fields, sb: "" }).toString();
}
