import cluster from "node:cluster";
import type { IncomingMessage } from "node:http";
import { RateLimiterCluster, RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { allowancesOf, networksOfEndSite } from "../../../services/ip-networks";
import { browserErrorPath } from "../observe/browser-errors";
import { routePath } from "../http/canonical-path";
import { cspReportPath } from "../observe/csp-reports";

interface Budget {
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
  async function takeFor(key: string, networks = 1): Promise<number | null> {
    try {
      await counter.consume(key, networksOfEndSite / networks);
      return null;
    } catch (refusal) {
      // The counter itself failed: serving is better than refusing everyone.
      if (!(refusal instanceof RateLimiterRes)) return null;
      return Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000));
    }
  }
  return {
    takeFor,
    /**
     * Counts one request.
     *
     * @param visitor their IP address
     * @returns null, or after how many seconds they may try again.
     */
    async take(visitor: string): Promise<number | null> {
      const waits = await Promise.all(
        allowancesOf(visitor).map(({ name: key, networks }) => takeFor(key, networks)),
      );
      return waits.reduce((a, b) => (b === null ? a : Math.max(a ?? 0, b)), null);
    },
    /** Whether the budget is used up, without counting. */
    async isUsedUp(visitor: string): Promise<boolean> {
      const counts = await Promise.all(
        allowancesOf(visitor).map(({ name: key }) => counter.get(key).catch(() => null)),
      );
      return counts.some((counted) => counted && counted.consumedPoints >= points);
    },
  };
}

interface Asked {
  posts: boolean;
  /** As in the request: the parts of the server dispatch on it. */
  pathname: string;
  /**
   * The path of the route that the app's router finds, which decodes: "/%6cogin" is "/login" there.
   */
  route: string;
  searches: boolean;
}

/**
 * What costs more than a memory lookup, and how much of it one visitor may request: far more than a
 * person or an office does, and too little to overload the machine. The first rule that covers a
 * request counts it.
 */
const rules: readonly { name: string; budget: Budget; covers: (asked: Asked) => boolean }[] = [
  {
    name: "report",
    budget: { points: 30, duration: 60 },
    covers: ({ pathname }) => pathname === cspReportPath,
  },
  {
    name: "error",
    budget: { points: 30, duration: 60 },
    covers: ({ pathname }) => pathname === browserErrorPath,
  },
  {
    // Programs with a service key, which may act for all our customers at once.
    name: "gateway",
    budget: { points: 180_000, duration: 60 },
    covers: ({ pathname }) => pathname.startsWith("/api/gateway/"),
  },
  {
    name: "sign-in",
    budget: { points: 120, duration: 60 },
    covers: ({ posts, route }) =>
      posts && /^\/(?:login|signup|forgot-password|reset-password|setup|auth)(?:\/|$)/.test(route),
  },
  {
    // A picture may take a second of a core.
    name: "picture",
    budget: { points: 20, duration: 60 },
    covers: ({ posts, route }) => posts && route === "/dashboard/profile",
  },
  {
    name: "form",
    budget: { points: 240, duration: 60 },
    covers: ({ posts, pathname }) => posts && !pathname.startsWith("/lake/"),
  },
  {
    name: "image",
    budget: { points: 1_200, duration: 60 },
    covers: ({ pathname }) => pathname.startsWith("/lake/images/") || pathname.startsWith("/og/"),
  },
  {
    name: "lake",
    budget: { points: 6_000, duration: 60 },
    covers: ({ pathname }) => pathname.startsWith("/lake/"),
  },
  {
    name: "search",
    budget: { points: 180, duration: 60 },
    covers: ({ searches }) => searches,
  },
  {
    name: "page",
    budget: { points: 450, duration: 60 },
    covers: () => true,
  },
];

/**
 * Rendering budget of one network without an account, or of one account: a tenth of a core, at 25
 * to 50 ms a page including the services' work for it.
 */
const renderings = { points: 150, duration: 60 };

/** Who a request counts against. */
export interface Counted {
  /** The visitor's IP address. */
  visitor: string;
  /** The account that the request's session was verified as. */
  account: string | null;
}

export type RateLimits = ReturnType<typeof createRateLimits>;

/**
 * The rate limits of the site. Cached pages and static files count against none: they cost nothing.
 */
export function createRateLimits() {
  const limits = rules.map((rule) => ({ ...rule, limiter: createLimiter(rule.name, rule.budget) }));
  const rendering = createLimiter("rendering", renderings);

  /**
   * Counts a request.
   *
   * @returns null, or after how many seconds they may try again.
   */
  return async function take(
    request: IncomingMessage,
    { pathname, searchParams }: URL,
    { visitor, account }: Counted,
  ): Promise<{ name: string; wait: number } | null> {
    const posts = request.method !== "GET" && request.method !== "HEAD";
    const route = routePath(pathname);
    const asked = { posts, pathname, route, searches: searchParams.has("q") };
    const limit = limits.find(({ covers }) => covers(asked));
    if (!limit) return null;
    const wait = await limit.limiter.take(visitor);
    if (wait !== null) return { name: limit.name, wait };
    if (limit.name !== "page" && limit.name !== "search") return null;
    const paused = await (account ? rendering.takeFor(account) : rendering.take(visitor));
    return paused === null ? null : { name: "rendering", wait: paused };
  };
}
