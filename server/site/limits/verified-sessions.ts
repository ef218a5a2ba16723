import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";

/** Maximum number of cookies: a few megabytes. */
const maxKnown = 20_000;

/** An access token lives for an hour, and its cookie changes with it. */
const lifetimeMilliseconds = 3_600_000;

/**
 * Maps the cookies of recent requests to accounts, as the app verified them. Limits count signed-in
 * users by account, or one office behind one IP address would use up its network's budget; an
 * unverified cookie belongs to no account, because anyone can make one up.
 */
export class VerifiedSessions {
  readonly #sessionCookie: string;
  readonly #accounts = new LRUCache<string, string>({ max: maxKnown, ttl: lifetimeMilliseconds });

  /** @param sessionCookie the prefix of the session's cookie names */
  constructor(sessionCookie: string) {
    this.#sessionCookie = sessionCookie;
  }

  /**
   * @param cookies the request's `Cookie` header
   * @param account the account that the session belongs to, once verified; null when the session
   *   has ended: a copied cookie must not use up its former owner's limits
   */
  set(cookies: string, account: string | null): void {
    const session = this.#sessionIn(cookies);
    if (session === null) return;
    if (account === null) this.#accounts.delete(session);
    else this.#accounts.set(session, account);
  }

  /** @returns the account's id, or null for a session that no verified request has sent */
  accountOf(cookies: string | undefined): string | null {
    const session = cookies === undefined ? null : this.#sessionIn(cookies);
    return session === null ? null : (this.#accounts.get(session) ?? null);
  }

  /** A digest of the session's own cookies: others change while it stays. */
  #sessionIn(cookies: string): string | null {
    const own = cookies.split("; ").filter((each) => each.startsWith(this.#sessionCookie));
    if (own.length === 0) return null;
    return createHash("sha256").update(own.join("; ")).digest("base64");
  }
}
