import type { Database } from "@platen/postgres/database";
import type { SigningKeys } from "./sessions/keys";
import type { Delivery } from "./mail/delivery";
import type { Provider } from "./oauth/provider";
import type { Logger, ServiceOptions } from "./options";
import type { PasswordHashing } from "./passwords/password-hashing";
import type { Limits } from "./limits/sign-in-and-mail-limits";

/** Dependencies of every route. */
export interface Service {
  options: ServiceOptions;
  database: Database;
  keys: SigningKeys;
  limits: Limits;
  hashing: PasswordHashing;
  /** Providers for signing in with an external account, by name. */
  providers: ReadonlyMap<string, Provider>;
  delivery: Delivery;
  logger: Logger;
  now(): Date;
}

/** The client that sent a request, as sessions and the audit log record it. */
export interface Client {
  ipAddress: string;
  userAgent: string | null;
}

/** Hono's request context. */
export interface AuthEnv {
  Variables: { client: Client };
  Bindings: { peer: { address: string } };
}
