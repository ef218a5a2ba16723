import type { Database } from "../postgres/database";
import type { Mailer } from "./mail/mailer";
import type { ProviderOptions } from "./oauth/provider";
import type { AuthSettings } from "./settings";

export interface AuthOptions extends Partial<AuthSettings> {
  database: Database;
  /** Holds signing-keys.json; made with mode 0700 when missing. */
  keyDirectory: string;
  /** The address of the API as tokens name it (`iss`), for example http://localhost:3000/auth/v1. */
  issuer: string;
  /** Where mails lead, for example http://localhost:3000. */
  siteUrl: string;
  /** Further places that a mail may lead to: globs in which `*` stops at `.` and `/`, and `**` does not. */
  redirectAllowList?: readonly string[];
  /** The key of anybody's requests, `sb_publishable_…`. */
  publishableKey: string;
  /** The key of the administrator's requests, `sb_secret_…`. */
  secretKey: string;
  /** Where people may sign in with an account that they have elsewhere; nowhere by default. */
  providers?: readonly ProviderOptions[];
  /** Who writes the mails, asked again for each one when it is a function; the site's host name when it is empty. */
  brandName?: string | (() => string | undefined);
  /** Null when no mail can be sent at all: then sign-up confirms itself, and what needs a mail is refused. */
  mailer: Mailer | null;
  /** Told of failures that the client only sees as a 500, and of mails that could not be sent. */
  logger?: Logger;
  /** Waits before what is done after a response; a second or less by default, by chance. */
  pause?: () => Promise<void>;
  /** What time it is. */
  clock?: () => Date;
}

/** The two methods of a pino logger that the service uses. */
export interface Logger {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}
