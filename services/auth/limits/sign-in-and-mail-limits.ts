import { AuthError } from "../errors";
import { Limit, type Rate } from "./limit";
import { type AuthSettings, defaultSettings, type RequestRates } from "../settings";

const perMinutes = (count: number, minutes: number, burst = 30): Rate => ({
  burst,
  everySeconds: (minutes * 60) / count,
});

/** One visitor's, and their IP neighborhood's, share of the mails of an hour. */
const visitorsShare = 1 / 6;
const neighborhoodsShare = 1 / 3;

/**
 * Share of the mails of an hour that is reserved for neighborhoods that request their first, and
 * for known devices.
 */
const firstRequestsPart = 1 / 2;
const knownPart = 1 / 6;

/** The mails of the contact form, in proportion to those of an hour, and in addition to them. */
const messagesPart = 1 / 3;

/**
 * Every limit of the service. Those of requests by IP address are the hosted service's, except
 * `signup`; those by account, by device and by network, and the shares of mails, are ours.
 */
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
  const requestsOf = (kind: keyof RequestRates, minutes: number, times = 1) => {
    const burst = Math.ceil((30 * requests[kind]) / defaultSettings.requests[kind]);
    return limit(perMinutes(times * requests[kind], minutes, times * burst));
  };
  const fromDevices = (): DeviceLimit => ({
    each: limit({ burst: 10, everySeconds: 360 }),
    together: limit({ burst: 30, everySeconds: 120 }),
  });
  const perHour = (count: number) => limit({ burst: count, everySeconds: 3600 / count });
  const forFirstRequests = Math.floor(mailsPerHour * firstRequestsPart);
  const forKnown = Math.floor(mailsPerHour * knownPart);
  return {
    tokenRequests: requestsOf("tokens", 5),
    /** Counted by session, not by IP address. */
    refresh: limit(perMinutes(150, 5)),
    verify: requestsOf("verifications", 5),
    /**
     * Allows as many at once as mails, a class of thirty, and then one a minute: where sign-ups
     * confirm themselves each is an account with a picture, and six a minute of ten networks filled
     * 4.6 GB a day.
     */
    signup: limit({
      burst: requests.mails,
      everySeconds: (60 * defaultSettings.requests.mails) / requests.mails,
    }),
    anonymous: requestsOf("anonymous", 60),
    otp: requestsOf("mails", 5),
    recover: requestsOf("mails", 5),
    resend: requestsOf("mails", 5),
    oauth: limit(perMinutes(60, 5)),
    userUpdate: requestsOf("mails", 5),
    factorChallenge: requestsOf("factors", 1),
    factorVerify: requestsOf("factors", 1),
    /** Wrong passwords for one account from one IP address, and from everywhere. */
    passwordFromIp: limit({ burst: 10, everySeconds: 30 }),
    password: limit({ burst: 100, everySeconds: 36 }),
    /**
     * Wrong passwords from a device that has signed in to the account before, unaffected by
     * attempts from other devices.
     */
    passwordFromDevice: fromDevices(),
    /** Right passwords for one account from all such devices. */
    signInFromDevice: limit({ burst: 30, everySeconds: 10 }),
    /**
     * Passwords from all such devices of a network, in addition to `tokenRequests` of all others: a
     * limit by account alone grew with the accounts that one attacker makes.
     */
    passwordFromKnownNetwork: requestsOf("tokens", 5, 2),
    /**
     * Six digits for ten minutes: with all budgets used up, a guess succeeds once in twenty
     * thousand lifetimes of a code.
     */
    mailedCode: limit({ burst: 10, everySeconds: 360 }),
    mailedCodeFromDevice: fromDevices(),
    /**
     * Three of a million codes are right at any time: with one a minute a thief who has the
     * password finds one within half a year, in every account at once whose password they have.
     */
    factorCode: limit({ burst: 10, everySeconds: 900 }),
    /**
     * Attempts from a device that has given the factor before, unaffected by attempts from other
     * devices.
     */
    factorCodeFromDevice: fromDevices(),
    /**
     * Refusals of one kind that the audit log records for one account, or for the end site of an
     * unidentified actor.
     */
    failureEntries: limit(perMinutes(30, 60)),
    /** Refusals that the audit log records for all unidentified actors together. */
    auditEntriesWithoutAccount: limit(perMinutes(60, 60, 600)),
    /**
     * Refreshes of a session and a network that the audit log records: clients refresh once an
     * hour, and one that did so without end wrote 130 MB a day.
     */
    refreshEntries: limit(perMinutes(2, 60, 2)),
    /** Mails of one kind to one email address. */
    mailToEmail: limit({ burst: 1, everySeconds: mailGapSeconds }),
    mailFromVisitor: perHour(Math.ceil(mailsPerHour * visitorsShare)),
    mailFromNeighborhood: perHour(Math.ceil(mailsPerHour * neighborhoodsShare)),
    /** What visitors wrote in the contact form. */
    messageMail: perHour(Math.ceil(mailsPerHour * messagesPart)),
    /** The first mail per hour that a network, or a known device of an account, requests. */
    firstMail: perHour(1),
    mailForFirstRequests: perHour(forFirstRequests),
    mailForKnown: perHour(forKnown),
    /** All the others: the shares add up to the mails of an hour. */
    mail: perHour(mailsPerHour - forFirstRequests - forKnown),
  };
}

export type Limits = ReturnType<typeof createLimits>;

/** A permitted attempt. */
export interface Attempt {
  /** For an attempt that was correct, or did not count. */
  giveBack(): void;
}

/**
 * Attempts of known devices: of each, and of all that an account has. Every sign-in without a token
 * makes a further device, and a hundred of them must not have a thousand attempts.
 */
interface DeviceLimit {
  each: Limit;
  together: Limit;
}

/**
 * Takes one of a known device's attempts.
 *
 * @param key of the account, or of its factor
 * @returns null when it is unknown or has used them up: then it is limited like everyone else
 */
export function takeDevice(
  { each, together }: DeviceLimit,
  device: string | null,
  key: string,
): Attempt | null {
  if (device === null || each.take(device) > 0) return null;
  if (together.take(key) > 0) {
    each.giveBack(device);
    return null;
  }
  return {
    giveBack() {
      each.giveBack(device);
      together.giveBack(key);
    },
  };
}

/**
 * Takes an attempt of a known device, otherwise one that all the others share by `key`, or throws
 * 429.
 */
export function takeAttempt(
  known: { limit: DeviceLimit; device: string | null },
  shared: Limit,
  key: string,
): Attempt {
  const attempt = takeDevice(known.limit, known.device, key);
  if (attempt) return attempt;
  limitRequests(shared, key);
  return { giveBack: () => shared.giveBack(key) };
}

/** Takes one token of the client's network, or throws 429. */
export function limitByIp(limit: Limit, ipAddress: string): void {
  const wait = limit.takeFrom(ipAddress);
  if (wait > 0) throw tooManyRequests(wait);
}

/** Takes one token for `key`, or throws 429. */
export function limitRequests(limit: Limit, key: string): void {
  const wait = limit.take(key);
  if (wait > 0) throw tooManyRequests(wait);
}

/** The 429 error of a limit, with the seconds until another attempt. */
export const tooManyRequests = (retryAfterSeconds: number) =>
  new AuthError(429, "over_request_rate_limit", "Request rate limit reached", {
    retryAfterSeconds,
  });
