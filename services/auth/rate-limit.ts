import { networkOf } from "../ip-networks";
import { AuthError } from "./errors";
import { type AuthSettings, defaultSettings, type RequestRates } from "./settings";

/** How often something may happen: `burst` at once, then one every `everySeconds`. */
interface Rate {
  burst: number;
  everySeconds: number;
}

const maximumKeys = 50_000;

/** Token buckets by key, in memory: the service is one process, and a restart forgives. */
export class Limit {
  readonly #levels = new Map<string, { level: number; at: number }>();
  readonly #rate: Rate;
  readonly #now: () => Date;

  constructor(rate: Rate, now: () => Date) {
    this.#rate = rate;
    this.#now = now;
  }

  /** Takes one token. Returns 0 when there was one, else the whole seconds until there is. */
  take(key: string): number {
    const level = this.#level(key);
    if (level < 1) return Math.max(1, Math.ceil((1 - level) * this.#rate.everySeconds));
    this.#set(key, level - 1);
    return 0;
  }

  /**
   * Takes one that may have yet to come: those that are taken so wait in line.
   *
   * @returns in how many seconds it is there; null, and none is taken, when that is more than `mostSeconds`
   */
  reserve(key: string, mostSeconds: number): number | null {
    const level = this.#level(key);
    const wait = Math.max(0, Math.ceil((1 - level) * this.#rate.everySeconds));
    if (wait > mostSeconds) return null;
    this.#set(key, level - 1);
    return wait;
  }

  /** Puts one back, for an attempt that turned out to be none. */
  giveBack(key: string): void {
    this.#set(key, Math.min(this.#rate.burst, this.#level(key) + 1));
  }

  #level(key: string): number {
    const entry = this.#levels.get(key);
    if (!entry) return this.#rate.burst;
    const gained = Math.max(0, this.#now().getTime() - entry.at) / 1000 / this.#rate.everySeconds;
    return Math.min(this.#rate.burst, entry.level + gained);
  }

  #set(key: string, level: number): void {
    this.#levels.delete(key);
    this.#levels.set(key, { level, at: this.#now().getTime() });
    if (this.#levels.size <= maximumKeys) return;
    // The one that was touched longest ago; without a bound, keys made up by a visitor fill the memory.
    for (const oldest of this.#levels.keys()) {
      this.#levels.delete(oldest);
      break;
    }
  }
}

const perMinutes = (count: number, minutes: number, burst = 30): Rate => ({
  burst,
  everySeconds: (minutes * 60) / count,
});

/** What one visitor, and the neighborhood of their address, may have sent of the mails of an hour. */
const visitorsShare = 1 / 6;
const neighborhoodsShare = 1 / 3;

/** What is kept of the mails of an hour for neighborhoods that ask for their first, and for known devices. */
const newcomersPart = 1 / 2;
const knownPart = 1 / 6;

/** Every limit of the service. Those by address are the hosted ones; those by account are ours. */
export function createLimits(
  now: () => Date,
  {
    mailsPerHour,
    mailGapSeconds,
    requests,
  }: Pick<AuthSettings, "mailsPerHour" | "mailGapSeconds" | "requests">,
) {
  const limit = (rate: Rate) => new Limit(rate, now);
  /** Thirty at once, and in proportion when the operator allows more or fewer. */
  const requestsOf = (kind: keyof RequestRates, minutes: number) => {
    const burst = Math.ceil((30 * requests[kind]) / defaultSettings.requests[kind]);
    return limit(perMinutes(requests[kind], minutes, burst));
  };
  const perHour = (count: number) => limit({ burst: count, everySeconds: 3600 / count });
  const forNewcomers = Math.floor(mailsPerHour * newcomersPart);
  const forKnown = Math.floor(mailsPerHour * knownPart);
  return {
    token: requestsOf("tokens", 5),
    /** By session, not by address. */
    refresh: limit(perMinutes(150, 5)),
    verify: requestsOf("verifications", 5),
    signup: requestsOf("mails", 5),
    anonymous: requestsOf("anonymous", 60),
    otp: requestsOf("mails", 5),
    recover: requestsOf("mails", 5),
    resend: requestsOf("mails", 5),
    oauth: limit(perMinutes(60, 5)),
    userUpdate: requestsOf("mails", 5),
    factorChallenge: requestsOf("factors", 1),
    factorVerify: requestsOf("factors", 1),
    /** Wrong passwords for one account from one address, and from everywhere. */
    passwordFromAddress: limit({ burst: 10, everySeconds: 30 }),
    password: limit({ burst: 100, everySeconds: 36 }),
    /** The same from a device that has signed in to the account before, which strangers do not use up. */
    passwordFromDevice: limit({ burst: 10, everySeconds: 360 }),
    /** Six digits for ten minutes: with both budgets used up, a guess succeeds once in forty thousand lifetimes of a code. */
    mailedCode: limit({ burst: 10, everySeconds: 360 }),
    mailedCodeFromDevice: limit({ burst: 10, everySeconds: 360 }),
    factorCode: limit({ burst: 10, everySeconds: 60 }),
    /** Refusals of a kind that the audit log holds of one account. */
    failureEntries: limit(perMinutes(30, 60)),
    /** Mails of a kind to one address. */
    mailToAddress: limit({ burst: 1, everySeconds: mailGapSeconds }),
    mailFromVisitor: perHour(Math.ceil(mailsPerHour * visitorsShare)),
    mailFromNeighborhood: perHour(Math.ceil(mailsPerHour * neighborhoodsShare)),
    /** The first mail in an hour that a network asks for, or a known device in an account's name. */
    firstMail: perHour(1),
    mailForNewcomers: perHour(forNewcomers),
    mailForKnown: perHour(forKnown),
    /** All the others: the parts together are the mails of an hour. */
    mail: perHour(mailsPerHour - forNewcomers - forKnown),
  };
}

export type Limits = ReturnType<typeof createLimits>;

/** That something may be tried once. */
export interface Attempt {
  /** For an attempt that turned out to be right, or to be none. */
  giveBack(): void;
}

/**
 * Takes one of a known device's own attempts.
 *
 * @returns null when it is a stranger or has used them up: then it is limited like everybody else
 */
export function takeDevice(limit: Limit, device: string | null): Attempt | null {
  if (device === null || limit.take(device) > 0) return null;
  return { giveBack: () => limit.giveBack(device) };
}

/** Takes one token for the client's address, or throws 429. */
export function limitByIp(limit: Limit, address: string): void {
  limitRequests(limit, networkOf(address));
}

/** Takes one token for `key`, or throws 429. */
export function limitRequests(limit: Limit, key: string): void {
  const wait = limit.take(key);
  if (wait > 0) throw tooManyRequests(wait);
}

export const tooManyRequests = (retryAfterSeconds: number) =>
  new AuthError(429, "over_request_rate_limit", "Request rate limit reached", {
    retryAfterSeconds,
  });
