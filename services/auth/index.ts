import { migrate } from "@platen/postgres/migrations";
import { createApp } from "./app";
import { intervalSeconds, removeExpired } from "./housekeeping";
import { openSigningKeys } from "./sessions/keys";
import { Delivery } from "./mail/delivery";
import { createProviders } from "./oauth/providers";
import { migrations } from "./migrations";
import type { AuthOptions, Logger } from "./options";
import { PasswordHashing } from "./passwords/password-hashing";
import { createLimits } from "./limits/sign-in-and-mail-limits";
import type { Service } from "./service";
import { defaultSettings } from "./settings";
import { type AccountRow, exportAccounts, importAccounts, type ImportReport } from "./transfer";

export { type Mail, type Mailer, type MailKind, MailRefused } from "./mail/mail";
export type { ProviderOptions } from "./oauth/provider";
export type { AuthOptions } from "./options";

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
  await migrate(options.database, migrations);
  const keys = await openSigningKeys(options.keyDirectory, now, options);
  const limits = createLimits(now, options);
  const delivery = new Delivery(options, limits, logger, now);
  const { database } = options;
  const providers = createProviders(options.providers ?? [], now);
  const hashing = new PasswordHashing(now, options.bcryptCost);
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
