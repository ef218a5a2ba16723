import cluster from "node:cluster";
import { RateLimiterCluster, RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { type Allowance, allowancesOf, networksOfEndSite } from "@platen/kit";

export interface Budget {
  /** This many requests … */
  points: number;
  /** … in this many seconds. */
  duration: number;
}

export type Limiter = ReturnType<typeof createLimiter>;

/**
 * Counts by the visitor's network, and by the end site that it belongs to. Several site processes
 * share their counts through the launcher.
 *
 * @param name of the budget, unique in the site
 */
export function createLimiter(name: string, budget: Budget) {
  // For an end site a request counts as a tenth, and tenths do not add up exactly.
  const { duration } = budget;
  const points = budget.points * networksOfEndSite;
  const counter = cluster.isWorker
    ? new RateLimiterCluster({ keyPrefix: name, timeoutMs: 1_000, points, duration })
    : new RateLimiterMemory({ points, duration });
  /** Like `take`, for what is counted by something other than a network. */
  async function takeFor(key: string, networks = 1, requests = 1): Promise<number | null> {
    try {
      await counter.consume(key, (requests * networksOfEndSite) / networks);
      return null;
    } catch (refusal) {
      // The counter itself failed: serving is better than refusing everyone.
      if (!(refusal instanceof RateLimiterRes)) return null;
      return Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000));
    }
  }
  async function returnTo(shares: readonly Allowance[], requests = 1): Promise<void> {
    const returned = shares.map(({ name: key, networks }) =>
      // A count that cannot be changed expires.
      counter.reward(key, (requests * networksOfEndSite) / networks).catch(() => {}),
    );
    await Promise.all(returned);
  }
  return {
    takeFor,
    /**
     * Counts one request.
     *
     * @param clientIp their IP address
     * @param requests that it counts as
     * @returns null, or after how many seconds they may try again.
     */
    async take(clientIp: string, requests = 1): Promise<number | null> {
      const shares = allowancesOf(clientIp);
      const waits = await Promise.all(
        shares.map(({ name: key, networks }) => takeFor(key, networks, requests)),
      );
      // What its end site refuses must not use up a network's own limit.
      const taken = shares.filter((_, n) => waits[n] === null);
      if (taken.length < shares.length) await returnTo(taken, requests);
      return waits.reduce((a, b) => (b === null ? a : Math.max(a ?? 0, b)), null);
    },
    /** Takes back the count of one request. */
    async giveBack(clientIp: string): Promise<void> {
      await returnTo(allowancesOf(clientIp));
    },
  };
}
