import { validationFailed } from "../errors";

/**
 * Scopes as RFC 6749 allows them (section 3.3), separated by spaces or, as auth-js may send them,
 * by commas.
 *
 * @throws AuthError 400 for any other text, and for more than twenty
 */
export function readScopes(value: string): string[] {
  const scopes = value.split(/[ ,]+/).filter(Boolean);
  if (
    scopes.length > 20 ||
    scopes.some((scope) => !/^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/.test(scope))
  ) {
    throw validationFailed("Invalid scopes");
  }
  return scopes;
}
