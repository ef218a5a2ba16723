/**
 * Why a change was not made, for the administrator. Thrown, so that the transaction around it is
 * rolled back as a whole.
 */
export class AdministrationError extends Error {
  override readonly name = "AdministrationError";
  constructor(
    message: string,
    readonly status: 400 | 404 | 409 | 503 | 507 = 400,
  ) {
    super(message);
  }
}

/** Why a change is refused that would leave a site that nobody can administer. */
export function lastAdministrator(): AdministrationError {
  return new AdministrationError(
    "This is the last administrator who can sign in. Make someone else an administrator first.",
    409,
  );
}
