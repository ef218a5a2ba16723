import type { IncomingMessage } from "node:http";
import { gatewayPrefix } from "@domain/gateway/gateway-paths";
import { accountAreas, hashesPassword, isAmong, photoFormPath } from "~/route-facts";
import { browserErrorPath } from "../observe/browser-errors";
import { routePath } from "../http/canonical-path";
import { cspReportPath } from "../observe/csp-reports";
import { type Budget, createLimiter } from "./limiter";

interface LimitedRequest {
  posts: boolean;
  /** As in the request: the parts of the server dispatch on it. */
  pathname: string;
  /**
   * The path of the route that the app's router finds, which decodes: "/%6cogin" is "/login" there.
   */
  route: string;
}

/**
 * What costs more than a memory lookup, and how much of it one visitor may request: far more than a
 * person or an office does, and too little to overload the machine. The first rule that covers a
 * request counts it.
 */
const rules: readonly {
  name: string;
  budget: Budget;
  covers: (request: LimitedRequest) => boolean;
}[] = [
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
    // Load balancers ask every few seconds.
    name: "health",
    budget: { points: 600, duration: 60 },
    covers: ({ pathname }) => pathname === "/healthz" || pathname === "/readyz",
  },
  {
    // Programs with a service key, which may act for all our customers at once.
    name: "gateway",
    budget: { points: 180_000, duration: 60 },
    covers: ({ pathname }) => pathname.startsWith(gatewayPrefix),
  },
  {
    // A network gets a tenth of a core, however many accounts it has: sign-ins and password changes
    // of sixty accounts took half a core, each within its own account's limit.
    name: "password",
    budget: { points: 120, duration: 120 },
    covers: ({ posts, route }) => posts && hashesPassword(route),
  },
  {
    // A picture may take a second of a core.
    name: "picture",
    budget: { points: 20, duration: 60 },
    covers: ({ posts, route }) => posts && route === photoFormPath,
  },
  {
    // Likes, and comments: without scripts the whole article is rendered around the response.
    name: "comment",
    budget: { points: 30, duration: 60 },
    covers: ({ posts, route }) => posts && route.startsWith("/blog/"),
  },
  {
    // Messages of the contact form: each is a transaction, and without scripts a page.
    name: "message",
    budget: { points: 30, duration: 60 },
    covers: ({ posts, route }) => posts && route === "/contact",
  },
  {
    // A network gets a tenth of a core for these as well, at 60 ms each: nine accounts took more
    // than two, each within its own limit.
    name: "account-form-network",
    budget: { points: 180, duration: 120 },
    covers: ({ posts, route }) => posts && isAmong(accountAreas, route),
  },
  {
    // The dialog searches after each pause in typing: 20 ms of a large site. An office that does so
    // must not run out of pages.
    name: "search",
    budget: { points: 300, duration: 60 },
    covers: ({ pathname }) => pathname === "/search.data",
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
    // A file that is not there costs 3 ms: as many as requests to the lake took a fifth of a core.
    name: "file",
    budget: { points: 1_200, duration: 60 },
    covers: ({ pathname }) => pathname.startsWith("/lake/files/"),
  },
  {
    name: "lake",
    budget: { points: 6_000, duration: 60 },
    covers: ({ pathname }) => pathname.startsWith("/lake/"),
  },
];

/**
 * All others are pages: those of an office's signed-in users, beyond what each may by account. A
 * dashboard takes 50 ms: with 450, twenty accounts of one network took 0.14 of a core.
 */
const pages = { points: 300, duration: 120 };

/**
 * Rendering budget of one network without an account, or of one account: a tenth of a core, at 25
 * to 50 ms a page including the services' work for it.
 */
const renderings = { points: 150, duration: 60 };

/** The files of a user's own data. */
const ownDataFiles = ["/dashboard/data/download", "/dashboard/activity.csv"];

/**
 * What one account may request, from all its networks together: a form may cost the hash of a
 * password, and the data download reads everything. Sixty forms in two minutes are more than an
 * administrator working through a list sends.
 */
const accountRules: readonly {
  name: string;
  budget: Budget;
  covers: (request: Pick<LimitedRequest, "posts" | "route">) => boolean;
}[] = [
  {
    name: "account-form-user",
    budget: { points: 60, duration: 120 },
    covers: ({ posts, route }) => posts && isAmong(accountAreas, route),
  },
  {
    name: "own-data",
    budget: { points: 10, duration: 60 },
    covers: ({ route }) => ownDataFiles.includes(route),
  },
];

const isPosting = ({ method }: IncomingMessage) => method !== "GET" && method !== "HEAD";

/** Counts a request of an account. @returns null, or after how many seconds it may try again. */
export type AccountLimit = (account: string) => Promise<number | null>;

export type AccountLimits = ReturnType<typeof createAccountLimits>;

/**
 * The limits by account. They are counted after its session was verified for this very request: a
 * cookie that a client varies would otherwise have its own budget each time.
 *
 * @param onLimited receives the name of a limit that refuses a request
 * @returns a function that finds the limit of a request, or null
 */
export function createAccountLimits(onLimited: (name: string) => void) {
  const limits = accountRules.map((rule) => ({
    ...rule,
    limiter: createLimiter(rule.name, rule.budget),
  }));
  return (request: IncomingMessage, { pathname }: URL): AccountLimit | null => {
    const counted = { posts: isPosting(request), route: routePath(pathname) };
    const limit = limits.find(({ covers }) => covers(counted));
    if (!limit) return null;
    return async (account) => {
      const wait = await limit.limiter.takeFor(account);
      if (wait !== null) onLimited(limit.name);
      return wait;
    };
  };
}

/** The message for a visitor who has to wait. */
export const tooManyRequests = (seconds: number) =>
  `Too many requests. Try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`;

/** Who a request counts against. */
export interface Counted {
  /** The visitor's IP address. */
  clientIp: string;
  /** The account that the request's session was verified as. */
  account: string | null;
}

export type RateLimits = ReturnType<typeof createRateLimits>;

/** The name of a limit that refuses a request, and after how many seconds it may come again. */
export interface Limited {
  name: string;
  wait: number;
}

/**
 * The rate limits of the site. Cached pages count against none: they cost nothing. Static files
 * have one of their own (`static-files.ts`).
 */
export function createRateLimits() {
  const limits = rules.map((rule) => ({ ...rule, limiter: createLimiter(rule.name, rule.budget) }));
  const page = createLimiter("page", pages);
  const rendering = createLimiter("rendering", renderings);

  /** Counts a page that is rendered for a request, whatever the request itself is for. */
  async function takePage({ clientIp, account }: Counted): Promise<Limited | null> {
    const wait = await page.take(clientIp);
    if (wait !== null) return { name: "page", wait };
    const paused = await (account ? rendering.takeFor(account) : rendering.take(clientIp));
    return paused === null ? null : { name: "rendering", wait: paused };
  }

  /** Counts a request. */
  async function take(
    request: IncomingMessage,
    { pathname }: URL,
    counted: Counted,
  ): Promise<Limited | null> {
    const subject = { posts: isPosting(request), pathname, route: routePath(pathname) };
    const limit = limits.find(({ covers }) => covers(subject));
    if (!limit) return takePage(counted);
    const wait = await limit.limiter.take(counted.clientIp);
    return wait === null ? null : { name: limit.name, wait };
  }

  return { take, takePage };
}
