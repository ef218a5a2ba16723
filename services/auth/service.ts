import type { Database } from "../postgres/database";
import type { SigningKeys } from "./keys";
import type { Delivery } from "./mail/delivery";
import type { Provider } from "./oauth/provider";
import type { AuthOptions, Logger } from "./options";
import type { PasswordHashing } from "./password-hashing";
import type { Limits } from "./rate-limit";
import type { AuthSettings } from "./settings";

/** What every route works with. */
export interface Service {
  options: AuthOptions & AuthSettings;
  database: Database;
  keys: SigningKeys;
  limits: Limits;
  hashing: PasswordHashing;
  /** Where people may sign in with an account that they have elsewhere, by name. */
  providers: ReadonlyMap<string, Provider>;
  delivery: Delivery;
  logger: Logger;
  now(): Date;
}

/** From where a request comes, as sessions and the audit log record it. */
export interface Origin {
  address: string;
  userAgent: string | null;
}

/** What Hono carries along a request. */
export interface AuthEnv {
  Variables: { origin: Origin };
  Bindings: { peer: { address: string } };
}
