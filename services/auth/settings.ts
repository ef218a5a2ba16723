/**
 * bcrypt's maximum, in bytes: two longer passwords with the same beginning would open the same
 * account.
 */
export const maxPasswordBytes = 72;

/** Whether a password is longer than what bcrypt hashes. */
export const isPasswordTooLong = (password: string): boolean =>
  new TextEncoder().encode(password).length > maxPasswordBytes;

/**
 * The operator's settings; `server/config/auth-environment.ts` and
 * `domain/environment-variables.ts` name the variables.
 */
export interface AuthSettings {
  /** In bytes. */
  minPasswordLength: number;
  /** Lifetime of an access token. */
  accessTokenSeconds: number;
  /** Lifetime of a mailed link. */
  linkSeconds: number;
  /**
   * The same for the code in the same mail, which has 20 bits and can be guessed (OWASP ASVS 5.0,
   * 6.5.5).
   */
  codeSeconds: number;
  /** How long after a refresh its old token is still accepted: several tabs wake up at once. */
  reuseSeconds: number;
  /** Between two mails of one kind to one email address. */
  mailGapSeconds: number;
  /** All mails together. Not counted while sign-up confirms itself. */
  mailsPerHour: number;
  /**
   * Requests per IP address, as the hosted service counts them; each may send thirty at once, or
   * more when more are allowed.
   */
  requests: RequestRates;
  /** Whether a new password requires a mailed code when the session is older than a day. */
  freshPasswordChange: boolean;
  /** Whether users may sign in without an email address, and add one later. */
  anonymousSignIns: boolean;
  /** Whether security keys may be added as second factors. */
  webAuthn: boolean;
  /** Whether only administrators create accounts. */
  signupDisabled: boolean;
  /** Sessions end at a refresh. Without limits by default, as in the hosted service. */
  sessions: {
    lifetimeSeconds?: number;
    inactivitySeconds?: number;
    /** Whether an account's latest session ends the others. */
    singlePerUser?: boolean;
  };
}

export interface RequestRates {
  /** Sign-ins and refused refreshes, in five minutes. */
  tokens: number;
  /** Links opened and codes typed, in five minutes. */
  verifications: number;
  /** Requests for a mail, of each kind, in five minutes. */
  mails: number;
  /** Challenges of a second factor and responses to them, in a minute. */
  factors: number;
  /** Anonymous sign-ins, in an hour. */
  anonymous: number;
}

export const defaultSettings: AuthSettings = {
  minPasswordLength: 8,
  accessTokenSeconds: 3600,
  linkSeconds: 3600,
  codeSeconds: 600,
  reuseSeconds: 10,
  mailGapSeconds: 60,
  mailsPerHour: 30,
  requests: { tokens: 150, verifications: 30, mails: 30, factors: 15, anonymous: 30 },
  freshPasswordChange: false,
  anonymousSignIns: false,
  webAuthn: false,
  signupDisabled: false,
  sessions: {},
};
