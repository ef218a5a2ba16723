import type { IncomingMessage } from "node:http";
import type { StudioAccess } from "~/account/session/studio-access.server";
import { createLimiter } from "../limits/rate-limits";
import type { VerifiedSessions } from "../limits/verified-sessions";

/**
 * Limits refused sessions of a network. Each costs a lookup of the account: made-up ones took two
 * thirds of a core, and one of a user without permission a whole one.
 */
export class SessionGuesses {
  readonly #limiter = createLimiter("lake-wrong-sessions", { points: 60, duration: 60 });
  readonly #admitted: VerifiedSessions;

  /** @param admitted receives the sessions that have access: no refusal of others limits them */
  constructor(admitted: VerifiedSessions) {
    this.#admitted = admitted;
  }

  /** Whether too many sessions of this visitor were refused, and this one was never admitted. */
  async areUsedUp({ headers }: IncomingMessage, visitor: string): Promise<boolean> {
    return !this.knows(headers.cookie) && this.#limiter.isUsedUp(visitor);
  }

  /** Whether the session of these cookies had access when it was checked last. */
  knows(cookies: string | undefined): boolean {
    return this.#admitted.accountOf(cookies) !== null;
  }

  async count({ headers }: IncomingMessage, visitor: string, access: StudioAccess): Promise<void> {
    this.#admitted.set(headers.cookie ?? "", access.allowed ? access.identity.id : null);
    if (!access.allowed) await this.#limiter.take(visitor);
  }
}
