import { migrate } from "@platen/postgres/migrations";
import { createApp } from "./app";
import auditIndex from "./audit.sql?raw";
import entriesOfUsers from "./entries-of-users.sql?raw";
import refreshEntries from "./refresh-entries.sql?raw";
import { intervalSeconds, removeExpired } from "./housekeeping";
import { openSigningKeys } from "./keys";
import { Delivery } from "./mail/delivery";
import mailQueue from "./mail/queue.sql?raw";
import oauth from "./oauth.sql?raw";
import signInTimes from "./oauth/sign-in-times.sql?raw";
import oneTimeTokens from "./one-time-tokens.sql?raw";
import { createProviders } from "./oauth/providers";
import type { AuthOptions, Logger } from "./options";
import { PasswordHashing } from "./password-hashing";
import { createLimits } from "./rate-limit";
import schema from "./schema.sql?raw";
import pendingSignUps from "./pending-sign-ups.sql?raw";
import type { Service } from "./service";
import { defaultSettings } from "./settings";
import { type AccountRow, exportAccounts, importAccounts, type ImportReport } from "./transfer";

export { type Mail, type Mailer, type MailKind, MailRefused } from "./mail/mail";
export type { ProviderOptions } from "./oauth/provider";
export type { AuthOptions } from "./options";

const migrations = [
  { name: "0001_schema.sql", sql: schema },
  { name: "0002_oauth.sql", sql: oauth },
  { name: "0003_mail_queue.sql", sql: mailQueue },
  { name: "0004_audit.sql", sql: auditIndex },
  { name: "0005_pending_sign_ups.sql", sql: pendingSignUps },
  { name: "0006_one_time_tokens.sql", sql: oneTimeTokens },
  { name: "0007_refresh_entries.sql", sql: refreshEntries },
  { name: "0008_sign_in_times.sql", sql: signInTimes },
  { name: "0009_entries_of_users.sql", sql: entriesOfUsers },
];

export interface AuthService {
  /**
   * Handles a request under /auth/v1.
   *
   * @param peer the other end of the connection; `X-Forwarded-For` is trusted only when it is on
   *   this machine
   */
  fetch(request: Request, peer: { address: string }): Promise<Response>;
  /** Creates a new signing key. Tokens of the old one stay valid until they expire. */
  rotateSigningKey(): Promise<void>;
  /** All accounts as NDJSON, one row per line, in the hosted schema's columns. */
  exportAccounts(): AsyncGenerator<string>;
  /** Imports such rows, all or none; throws as {@link importAccounts}. */
  importAccounts(rows: readonly AccountRow[]): Promise<ImportReport>;
  /** Waits for mails in flight. The database stays open: it is the caller's. */
  close(): Promise<void>;
}

/**
 * Starts the embedded authentication service: migrates its schema, opens or creates its signing
 * keys. Throws when the key file is damaged, or the database is newer than this code.
 */
export async function createAuth(given: AuthOptions): Promise<AuthService> {
  const options = { ...defaultSettings, ...given };
  const now = options.clock ?? (() => new Date());
  const logger = options.logger ?? consoleLogger;
  await migrate(options.database, { name: "auth", files: migrations });
  const keys = await openSigningKeys(options.keyDirectory, now, options);
  const limits = createLimits(now, options);
  const delivery = new Delivery(options, limits, logger, now);
  const { database } = options;
  const providers = createProviders(options.providers ?? [], now);
  const hashing = new PasswordHashing(now);
  const service: Service = {
    options,
    database,
    keys,
    limits,
    hashing,
    providers,
    delivery,
    logger,
    now,
  };
  const app = createApp(service);
  await removeExpired(service);
  const housekeeping = setInterval(
    () => delivery.inBackground("Expired rows could not be removed.", () => removeExpired(service)),
    intervalSeconds * 1000,
  ).unref();

  return {
    fetch: async (request, peer) => app.fetch(request, { peer }),
    rotateSigningKey: () => keys.rotate(),
    exportAccounts: () => exportAccounts(database),
    importAccounts: (rows) => importAccounts(database, rows),
    async close() {
      clearInterval(housekeeping);
      await delivery.settle();
    },
  };
}

const consoleLogger: Logger = {
  warn: (details, message) => console.warn(message, details),
  error: (details, message) => console.error(message, details),
};
