import type { IncomingMessage } from "node:http";
import { SingleFlight } from "@platen/kit";
import type { StudioAccess } from "~/account/session/studio-session.server";
import { createLimiter } from "../limits/limiter";
import type { VerifiedSessions } from "../limits/verified-sessions";

/**
 * Limits refused sessions of a network. Each costs a lookup of the account: made-up ones took two
 * thirds of a core, and one of a user without permission a whole one.
 */
export class SessionGuesses {
  readonly #limiter = createLimiter("lake-wrong-sessions", { points: 60, duration: 60 });
  readonly #admitted: VerifiedSessions;
  /** The Studio's first requests come together: they are one guess. */
  readonly #checks = new SingleFlight<StudioAccess | null>();

  /** @param admitted receives the sessions that have access: no refusal of others limits them */
  constructor(admitted: VerifiedSessions) {
    this.#admitted = admitted;
  }

  /**
   * Checks the access of a request's session.
   *
   * @returns null without a check when too many sessions of this visitor were refused, and this one
   *   was never admitted
   */
  async check(
    { headers }: IncomingMessage,
    clientIp: string,
    check: () => Promise<StudioAccess>,
  ): Promise<StudioAccess | null> {
    const cookie = headers.cookie ?? "";
    const checkAndRemember = async () => {
      const access = await check();
      this.#admitted.set(cookie, access.allowed ? access.identity.id : null);
      return access;
    };
    if (this.knows(cookie)) {
      const access = await checkAndRemember();
      if (!access.allowed) await this.#limiter.take(clientIp);
      return access;
    }
    let own: StudioAccess | null = null;
    const first = await this.#checks.run(`${clientIp} ${cookie}`, async () => {
      // Before the check: guesses that come together would all pass.
      if ((await this.#limiter.take(clientIp)) !== null) return null;
      own = await checkAndRemember();
      if (own.allowed) await this.#limiter.giveBack(clientIp);
      return own;
    });
    // Each request that is admitted has its own session, which may refresh its cookies.
    return own ?? (first?.allowed ? checkAndRemember() : first);
  }

  /** Whether the session of these cookies had access when it was checked last. */
  knows(cookies: string | undefined): boolean {
    return this.#admitted.accountOf(cookies) !== null;
  }
}
