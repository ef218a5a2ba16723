import { randomBytes, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import type { SiteDoor } from "../../app/account/session/site-door.server";
import { endSiteOf } from "../../services/ip-networks";
import type { LoadedApp } from "./app-build";
import type { createAuthProxy } from "./proxy/auth-proxy";
import { browserErrorPath, takeBrowserError } from "./observe/browser-errors";
import { canonicalPath, maxSegments, routePath } from "./http/canonical-path";
import { cspReportPath, takeCspReport } from "./observe/csp-reports";
import { EventLoopScheduler } from "./limits/event-loop-scheduler";
import { sendFetchResponse } from "./http/fetch-adapter";
import { isTooLong } from "./http/url-length";
import { isChunked, problemWithFraming } from "./http/request-framing";
import { refusalPart, type FloodDetector } from "./limits/flood-detection";
import { createGateway } from "./gateway-api";
import { answerHealth, createReadiness } from "./observe/health";
import type { VerifiedSessions } from "./limits/verified-sessions";
import type { createLakeProxy } from "./proxy/lake-proxy";
import { mayReadMetrics, type SiteMetrics } from "./observe/metrics";
import type { createOpenGraphPictures } from "./render/og-images";
import type { PageCache } from "./cache/page-cache";
import { pageKey } from "./cache/cache-key";
import type { Pages } from "./render/page-renderer";
import type { Pipelining } from "./http/pipelining";
import type { LoadShedder } from "./limits/load-shedding";
import type { RateLimits } from "./limits/rate-limits";
import { readPageBody } from "./limits/page-body";
import { createRequestWatch } from "./observe/request-log";
import { createRouteManifest } from "./render/route-manifest";
import { routeNames } from "./render/route-patterns";
import { refuse, refuseLate } from "./http/error-responses";
import { isSameOriginRequest } from "./security/csrf";
import {
  buildSecurityHeaders,
  type SecurityContext,
  type Surface,
} from "./security/security-headers";
import type { StaticFiles } from "./files/static-files";
import type { serveStudio } from "./files/studio-files";
import { comesFromThisMachine, mailPath } from "../config/loopback";
import { hasDuplicateHost } from "./security/duplicate-host";

interface Parts {
  app: LoadedApp;
  door: () => Promise<SiteDoor>;
  siteOrigin: string;
  security: Omit<SecurityContext, "surface" | "scriptSources"> & {
    mode: "production" | "development";
  };
  logger: Logger;
  clientIpOf: (request: IncomingMessage) => string;
  /** Cached pages; none in development. */
  pages: PageCache | null;
  renderer: Pages;
  verifiedSessions: VerifiedSessions;
  pipelining: Pipelining;
  /** Receives a request that was refused, and which part of a flood it is. */
  refused: (request: IncomingMessage, part: number) => void;
  /** Behind a proxy: which visitors' networks flood. Null where their connections are counted. */
  floods: FloodDetector | null;
  pressure: LoadShedder;
  metrics: SiteMetrics;
  personalCookies: readonly string[];
  hasPreviewCookie: SiteDoor["hasPreviewCookie"];
  takeFromLimit: RateLimits;
  proxy: ReturnType<typeof createLakeProxy> | null;
  authProxy: ReturnType<typeof createAuthProxy> | null;
  studio: ReturnType<typeof serveStudio>;
  staticFiles: StaticFiles | null;
  /** The pictures of link previews; none in development. */
  pictures: ReturnType<typeof createOpenGraphPictures> | null;
  /** Where the source maps of the browser's scripts are. */
  browserMaps: string;
  metricsToken: string | undefined;
  gatherMetrics: () => Promise<string>;
}

/** What is known of a request when its page is rendered. */
interface Page {
  key: string | null;
  nonce: string;
  requestId: string;
  /** The maximum body size of its route. */
  maxBytes: number;
}

/** Dispatches the requests of the site to its parts. No request can make it throw. */
export function createRequestHandler(parts: Parts) {
  const { siteOrigin, security, logger, pages, renderer, pressure, metrics, clientIpOf } = parts;
  const { verifiedSessions } = parts;
  const arrivals = new EventLoopScheduler();
  const answerGateway = createGateway(parts.door);
  const answerReadiness = createReadiness(parts.door);
  let nameOf: ((pathname: string) => string) | undefined;
  let routeManifest: ReturnType<typeof createRouteManifest> | undefined;
  const watch = createRequestWatch(logger, metrics, (path) => nameOf?.(path));

  return (request: IncomingMessage, response: ServerResponse): void =>
    parts.pipelining.inTurn(request, response, () => answer(request, response));

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const problem = problemWithFraming(request);
    // Before anything else: a cached page is served at the speed of a static file.
    const key = problem ? null : pages && pageKey(request, parts.personalCookies);
    if (key && pages?.answer(key, request, response)) return;
    if (parts.floods?.isBlocked(clientIpOf(request))) return refuseLate(request, response);
    response.once("finish", () => {
      if (isRefused(request, response))
        parts.refused(request, isChunked(request) ? 1 : refusalPart);
    });
    if (problem) return refuse(request, response, problem.status, problem.sentence);
    const requestId = randomUUID();
    watch(request, response, requestId);
    // Refused requests wait their turn too: thousands of refusals a second delayed cached pages.
    const network = endSiteOf(clientIpOf(request));
    if (arrivals.isFullFor(network)) {
      return refuse(request, response, 503, "Too many requests wait.", { "Retry-After": "2" });
    }
    const turn = arrivals.take(network);
    turn
      .then(() =>
        request.socket.destroyed ? undefined : handle(request, response, key, requestId),
      )
      .catch((error: unknown) => {
        if (!(error instanceof Response))
          logger.error({ err: error, requestId }, "A request failed.");
        fail(request, response, error);
      });
  }

  function isPersonal({ headers }: IncomingMessage): boolean {
    return parts.personalCookies.some((name) => headers.cookie?.includes(name));
  }

  function secure(response: ServerResponse, surface: Surface, nonce: string) {
    const headers = buildSecurityHeaders({
      ...security,
      surface,
      scriptSources: [`'nonce-${nonce}'`],
    });
    // Vite's development client inserts its own scripts and styles, which a strict policy would
    // block.
    if (security.mode === "development") delete headers["Content-Security-Policy"];
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  }

  /** Previews, and the page that says why one does not open, may be shown in the Studio's frame. */
  async function surfaceOf(request: IncomingMessage, pathname: string): Promise<Surface> {
    if (pathname === "/studio" || pathname.startsWith("/studio/")) return "studio";
    if (pathname.startsWith("/preview/")) return "preview";
    return (await parts.hasPreviewCookie(request.headers.cookie)) ? "preview" : "page";
  }

  async function handle(
    request: IncomingMessage,
    response: ServerResponse,
    key: string | null,
    requestId: string,
  ): Promise<void> {
    const address = withSingleSlashes(request);
    secure(response, "file", "");
    if (hasDuplicateHost(request))
      return refuse(request, response, 400, "That request names two hosts.");
    if (isTooLong(address)) return refuse(request, response, 414, "That address is too long.");
    // Absolute-form and asterisk-form targets are for proxies; two leading slashes would be parsed
    // as another host, and the WHATWG URL parser treats a backslash as a slash: it threw for "/\\",
    // and in the router for "/%5c/", which were 500s.
    if (!/^\/(?![/\\]|%5c)/i.test(address) || !isDecodable(address)) {
      return refuse(request, response, 400, "That address is malformed.");
    }
    const url = new URL(address, siteOrigin);
    const { pathname, search } = url;
    if (pathname.split("/").length > maxSegments + 1)
      return refuse(request, response, 404, "There is no page at this address.");
    if (await parts.staticFiles?.answer(pathname, request, response)) return;
    const surface = await surfaceOf(request, pathname);
    const nonce = randomBytes(16).toString("base64");
    secure(response, surface, nonce);
    response.setHeader("X-Request-Id", requestId);
    if (await parts.studio.answerFile(pathname, request, response)) return;
    if (pathname === "/healthz") return answerHealth(response);
    if (pathname === "/readyz") return answerReadiness(response);
    if (pathname === "/metrics") return answerMetrics(request, response);
    // The route decides whether to show the mail. For other machines the page does not exist.
    if (
      !pathname.startsWith("/lake/") &&
      canonicalPath(pathname).startsWith(mailPath) &&
      !comesFromThisMachine(request, siteOrigin)
    ) {
      return refuse(request, response, 404, "Not found.");
    }
    // A request that waits for a shared rendering costs nothing more.
    const free = key !== null && pages?.knows(key) === true;
    const account = verifiedSessions.accountOf(request.headers.cookie);
    const counted = { visitor: clientIpOf(request), account };
    const limited = free ? null : await parts.takeFromLimit(request, url, counted);
    if (limited) {
      metrics.limited(limited.name);
      const sentence = `Too many requests. Try again in ${limited.wait} seconds.`;
      return refuse(request, response, 429, sentence, { "Retry-After": String(limited.wait) });
    }
    if (pathname.startsWith("/api/gateway/")) {
      return answerGateway(request, response, url, clientIpOf(request));
    }
    // Before the next check: an OAuth provider may post its response from its own pages.
    if (parts.authProxy?.leadsTo(pathname)) {
      return parts.authProxy.handle(request, response, clientIpOf(request), requestId);
    }
    if (!isSameOriginRequest(request, siteOrigin)) {
      return refuse(request, response, 403, "This request came from another site.");
    }
    if (pathname === cspReportPath) return takeCspReport(request, response, logger);
    if (pathname === browserErrorPath) {
      return takeBrowserError(request, response, { logger, siteOrigin, maps: parts.browserMaps });
    }
    if (pathname.startsWith("/lake/") && parts.proxy) {
      await parts.proxy.handle(request, response, clientIpOf(request), requestId);
      return;
    }
    if (surface === "studio") {
      return parts.studio.answerPage(request, response, clientIpOf(request));
    }
    const { maxBodyBytes } = await parts.door();
    const maxBytes = maxBodyBytes(routePath(pathname), request.headers["content-type"]);
    if (Number(request.headers["content-length"] ?? 0) > maxBytes) {
      return refuse(request, response, 413, "That is more than this page takes.");
    }
    // Browsers send no other methods to pages; for some (TRACE) the app's own Request cannot even
    // be constructed.
    if (!["GET", "HEAD", "POST"].includes(request.method ?? "")) {
      const sentence = "This address takes GET, HEAD and POST.";
      return refuse(request, response, 405, sentence, { Allow: "GET, HEAD, POST" });
    }
    await parts.app.developmentFiles(request, response);
    if (response.writableEnded) return;
    if (pathname.startsWith("/og/") && parts.pictures) {
      if (await parts.pictures(request, response, url)) return;
      // Not the not-found page: pictures may be requested more often than pages are rendered.
      return refuse(request, response, 404, "There is no picture at this address.");
    }
    if (url.searchParams.has("_data")) {
      return refuse(
        request,
        response,
        400,
        "_data is how an older version of this site asked for data.",
      );
    }
    if (pathname === "/__manifest" && pages) {
      routeManifest ??= createRouteManifest(await parts.app.load());
      return sendFetchResponse(routeManifest(url), request, response, { compress: true });
    }
    const canonical = canonicalPath(pathname);
    const isReading = request.method === "GET" || request.method === "HEAD";
    if (isReading && canonical !== address.split(/[?#]/, 1)[0]) {
      return void response.writeHead(301, { Location: canonical + search }).end();
    }
    await answerPage(request, response, { key, nonce, requestId, maxBytes });
  }

  async function answerPage(
    request: IncomingMessage,
    response: ServerResponse,
    { key, nonce, requestId, maxBytes }: Page,
  ): Promise<void> {
    nameOf ??= routeNames((await parts.app.load()).routes);
    const reads = request.method === "GET" || request.method === "HEAD";
    const network = endSiteOf(clientIpOf(request));
    const sender = { network, account: verifiedSessions.accountOf(request.headers.cookie) };
    // Before a slot is taken: a client that never finishes its form would hold it.
    const body = reads ? null : await readPageBody(request, response, sender, maxBytes);
    if (body && "status" in body) return refuse(request, response, body.status, body.sentence);
    // Waiting for a page that is in flight takes no slot: a crowd behind one IP address would fill
    // its share.
    if (pages && key && pages.isInFlight(key)) return pages.fill(key, request, response, network);
    if (pressure.isFullFor(network)) {
      metrics.shed();
      if (pages && key && pages.answerWithLast(key, request, response)) return;
      const sentence = "Too many visitors at this moment. Try again soon.";
      return refuse(request, response, 503, sentence, { "Retry-After": "2" });
    }
    if (pages && key)
      return pressure.during(() => pages.fill(key, request, response, network), network);
    const personal = isPersonal(request);
    const verified = (account: string) =>
      verifiedSessions.remember(request.headers.cookie ?? "", account);
    // The slot is released before the page is sent, or clients that do not read their pages would
    // hold all of them.
    const send = await pressure.during(
      () => renderer.personal(request, response, { requestId, nonce, personal, body, verified }),
      network,
    );
    await send();
  }

  async function answerMetrics(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // For all others the page does not exist.
    if (!mayReadMetrics(request, siteOrigin, parts.metricsToken))
      return refuse(request, response, 404, "Not found.");
    const text = await parts.gatherMetrics();
    response
      .writeHead(200, {
        "Content-Type": metrics.registry.contentType,
        "Cache-Control": "no-store",
      })
      .end(text);
  }
}

/**
 * The request's path and query. URLs of the lake's tools contain two consecutive slashes, which are
 * folded before any rule reads them: a rule that did not recognize a picture's URL would allow its
 * costly forms.
 */
function withSingleSlashes(request: IncomingMessage): string {
  const address = request.url ?? "/";
  if (!address.startsWith("/lake//")) return address;
  return (request.url = address.replace(/^\/lake\/+/, "/lake/"));
}

function isDecodable(address: string): boolean {
  try {
    decodeURIComponent(address);
    return !address.includes("\0") && !address.includes("%00");
  } catch {
    return false;
  }
}

function fail(request: IncomingMessage, response: ServerResponse, error: unknown) {
  if (response.headersSent) return void response.destroy();
  if (error instanceof Response) {
    const wait = error.headers.get("Retry-After");
    const headers = wait === null ? undefined : { "Retry-After": wait };
    const sentence = "A service does not answer. Try again soon.";
    return refuse(request, response, error.status, sentence, headers);
  }
  refuse(request, response, 500, "Something went wrong.");
}

/**
 * Statuses of requests that are invalid in themselves. Floods of these cost as much as those that a
 * limit refuses.
 */
const faults = new Set([400, 403, 404, 405, 411, 413, 414, 417, 431]);

/**
 * Whether a response counts towards a flood. The gateway's programs may receive errors about
 * unknown keys all day: those without a valid service key have a limit of their own.
 */
const isRefused = ({ url = "" }: IncomingMessage, { statusCode }: ServerResponse): boolean =>
  statusCode === 429 || (faults.has(statusCode) && !url.startsWith("/api/gateway/"));
