import type { Database } from "@platen/postgres/database";
import type { Mailer } from "./mail/mail";
import type { ProviderOptions } from "./oauth/provider";
import type { AuthSettings } from "./settings";

/** The settings of an auth service, and what it is connected to. */
export interface AuthOptions extends Partial<AuthSettings> {
  database: Database;
  /** Holds signing-keys.json; created with mode 0700 when missing. */
  keyDirectory: string;
  /** The URL of the API as in tokens (`iss`), for example http://localhost:3000/auth/v1. */
  issuer: string;
  /** The base URL of links in mails, for example http://localhost:3000. */
  siteUrl: string;
  /**
   * Further URLs that a mail may link to: globs in which `*` stops at `.` and `/`, and `**` does
   * not.
   */
  redirectAllowList?: readonly string[];
  /** The key for anyone's requests, `sb_publishable_…`. */
  publishableKey: string;
  /** The key for the administrator's requests, `sb_secret_…`. */
  secretKey: string;
  /** Providers for signing in with an external account; none by default. */
  providers?: readonly ProviderOptions[];
  /**
   * The sender's name in mails; a function is called for each one; the site's host name when empty.
   */
  brandName?: string | (() => string | undefined);
  /**
   * Null when no mail can be sent at all: then sign-up confirms itself, and requests that need a
   * mail are refused.
   */
  mailer: Mailer | null;
  /** Logs failures that the client only sees as a 500, and mails that could not be sent. */
  logger?: Logger;
  /** Set by tests only: the delay before background work; random, about 0.2–1.2 s, by default. */
  pause?: () => Promise<void>;
  /**
   * Set by tests only, to the lowest: the binary logarithm of the rounds that hash a password, from
   * 4 to 14; 10 by default, as in the hosted service.
   */
  bcryptCost?: number;
  /** Set by tests only: the current time; the system clock by default. */
  clock?: () => Date;
}

/** The options as given, with defaults for all settings that were not. */
export type ServiceOptions = AuthOptions & AuthSettings;

/** The two methods of a pino logger that the service uses. */
export interface Logger {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}
