import { environment } from "@domain/environment.server";

/** The hint of a field for a new password: the length that the auth service requires. */
export const passwordHint = `${environment.PASSWORD_MIN_LENGTH} characters or more.`;
