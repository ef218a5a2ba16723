import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";

/** Cookies that are remembered at a time: a few megabytes. */
const mostKnown = 20_000;

/** An access token lives for an hour, and its cookie changes with it. */
const lifetimeMilliseconds = 3_600_000;

/**
 * Which accounts the cookies of recent requests belong to, as the app verified them. Limits count signed-in people by
 * account, or one office behind one address would wear out its network's budget; a cookie that nobody has verified
 * counts as nobody's, because anybody can make one up.
 */
export class KnownAccounts {
  readonly #accounts = new LRUCache<string, string>({ max: mostKnown, ttl: lifetimeMilliseconds });

  /** @param cookies the request's `Cookie` header, whose session was verified as this account's */
  remember(cookies: string, account: string): void {
    this.#accounts.set(digest(cookies), account);
  }

  /** @returns the account's id, or null for a header that no verified request has brought */
  accountOf(cookies: string | undefined): string | null {
    return cookies === undefined ? null : (this.#accounts.get(digest(cookies)) ?? null);
  }
}

const digest = (cookies: string) => createHash("sha256").update(cookies).digest("base64");
