import { randomBytes, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import type { SiteDoor } from "../app/account/session/site-door.server";
import type { LoadedApp } from "./app-build";
import type { createAuthDoors } from "./auth-doors";
import { browserErrorPath, takeBrowserError } from "./browser-errors";
import { canonicalPath } from "./canonical-path";
import { cspReportPath, takeCspReport } from "./csp-reports";
import { answerGateway } from "./gateway";
import { answerHealth, answerReadiness } from "./health";
import type { createLakeProxy } from "./lake-proxy";
import { mayReadMetrics, type SiteMetrics } from "./metrics";
import type { createOpenGraphPictures } from "./open-graph-pictures";
import type { PageCache } from "./page-cache";
import { networkOf } from "./network";
import { pageKey } from "./page-key";
import type { Pages } from "./pages";
import type { Pressure } from "./pressure";
import type { RateLimits } from "./rate-limits";
import { readBody } from "./request-body";
import { routeNames } from "./route-names";
import { comesFromOurPages, isForPrograms } from "./same-origin";
import { buildSecurityHeaders, type SecurityContext, type Surface } from "./security-headers";
import type { StaticFiles } from "./static-files";
import type { serveStudio } from "./studio-files";
import { namesTwoHosts } from "./two-hosts";

interface Parts {
  app: LoadedApp;
  door: () => Promise<SiteDoor>;
  siteOrigin: string;
  security: Omit<SecurityContext, "surface" | "scriptSources"> & {
    mode: "production" | "development";
  };
  logger: Logger;
  addressOf: (request: IncomingMessage) => string;
  /** Kept pages; none in development. */
  pages: PageCache | null;
  renderer: Pages;
  pressure: Pressure;
  metrics: SiteMetrics;
  personalCookies: readonly string[];
  /** The name of the cookie that a preview carries. */
  previewCookie: string;
  takeFromLimit: RateLimits;
  proxy: ReturnType<typeof createLakeProxy> | null;
  authDoors: ReturnType<typeof createAuthDoors> | null;
  studio: ReturnType<typeof serveStudio>;
  staticFiles: StaticFiles | null;
  /** The pictures that links to our pages show; none in development. */
  pictures: ReturnType<typeof createOpenGraphPictures> | null;
  /** Where the maps of the browser's scripts are. */
  browserMaps: string;
  metricsToken: string | undefined;
  gatherMetrics: () => Promise<string>;
}

/** Forms are small, but for the one that brings a photograph. Uploads go to the lake, which has its own limit. */
const maxBody = (path: string) =>
  /^\/dashboard\/profile(\.data)?(\?|$)/.test(path) ? 8_000_000 : 1_000_000;

const longestAddress = 4_096;

/** Slower answers than this are told of. */
const slowSeconds = 1;

/** Answers the requests of the site, each by the part whose it is. Nothing that a request can be makes it throw. */
export function createRequestHandler(parts: Parts) {
  const { siteOrigin, security, logger, pages, renderer, pressure, metrics, addressOf } = parts;
  let nameOf: ((pathname: string) => string) | undefined;

  return function answer(request: IncomingMessage, response: ServerResponse): void {
    // Before anything else: a page that is there is answered at the speed of a static file.
    const key = pages && pageKey(request, parts.personalCookies);
    if (key && pages.answer(key, request, response)) return;
    const requestId = randomUUID();
    watch(request, response, requestId);
    handle(request, response, key, requestId).catch((error: unknown) => {
      if (!(error instanceof Response))
        logger.error({ err: error, requestId }, "A request failed.");
      fail(response, error);
    });
  };

  /** Counts a request once it is over, and tells of it when something was wrong with our answer. */
  function watch(request: IncomingMessage, response: ServerResponse, requestId: string) {
    const started = performance.now();
    response.once("close", () => {
      const seconds = (performance.now() - started) / 1_000;
      const { statusCode: status } = response;
      const [path = ""] = (request.url ?? "").split("?");
      const route = partOf(path) ?? nameOf?.(path) ?? "*";
      const method = request.method ?? "GET";
      metrics.request(route, method, status, seconds);
      const line = { requestId, method, route, status, milliseconds: Math.round(seconds * 1_000) };
      // Streams last as long as somebody listens.
      const slow = seconds > slowSeconds && !/^\/(lake|preview)\//.test(path);
      logger[status >= 500 ? "error" : slow ? "warn" : "info"](line, "request");
    });
  }

  function secure(response: ServerResponse, surface: Surface, nonce: string) {
    const headers = buildSecurityHeaders({
      ...security,
      surface,
      scriptSources: [`'nonce-${nonce}'`],
    });
    // Vite's development client inserts scripts and styles of its own, which a strict policy would stop.
    if (security.mode === "development") delete headers["Content-Security-Policy"];
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  }

  /** Previews, and what says why one does not open, may stand in the Studio's frame. */
  function surfaceOf(request: IncomingMessage, pathname: string): Surface {
    const previewed = request.headers.cookie?.includes(`${parts.previewCookie}=`);
    return previewed || pathname.startsWith("/preview/") ? "preview" : "page";
  }

  async function handle(
    request: IncomingMessage,
    response: ServerResponse,
    key: string | null,
    requestId: string,
  ): Promise<void> {
    const address = request.url ?? "/";
    secure(response, "file", "");
    if (namesTwoHosts(request)) return refuse(response, 400, "That request names two hosts.");
    if (address.length > longestAddress) return refuse(response, 414, "That address is too long.");
    // Absolute-form and asterisk-form targets are for proxies; two leading slashes would read as another host.
    if (!address.startsWith("/") || address.startsWith("//") || !isDecodable(address)) {
      return refuse(response, 400, "That address is malformed.");
    }
    const url = new URL(address, siteOrigin);
    const { pathname, search } = url;
    if (await parts.staticFiles?.answer(pathname, request, response)) return;
    const inStudio = pathname === "/studio" || pathname.startsWith("/studio/");
    const nonce = randomBytes(16).toString("base64");
    secure(response, inStudio ? "studio" : surfaceOf(request, pathname), nonce);
    response.setHeader("X-Request-Id", requestId);
    if (pathname === "/healthz") return answerHealth(response);
    if (pathname === "/readyz") return answerReadiness(response, parts.door);
    if (pathname === "/metrics") return answerMetrics(request, response);
    // Who waits for a page that is being made for everybody costs nothing more.
    const free = key !== null && pages?.knows(key) === true;
    const limited = free ? null : await parts.takeFromLimit(request, url, addressOf(request));
    if (limited) {
      metrics.limited(limited.name);
      response.setHeader("Retry-After", String(limited.wait));
      return refuse(response, 429, `Too many requests. Try again in ${limited.wait} seconds.`);
    }
    if (isForPrograms(pathname)) {
      // Without a length nobody knows how long to listen.
      if (request.headers["transfer-encoding"] !== undefined) return refuseUnmeasured(response);
      return answerGateway(request, response, url, (await parts.door()).gateway);
    }
    // Before the next check: a provider of accounts may post its answer from its own pages.
    if (parts.authDoors?.leadsTo(request, pathname)) {
      return parts.authDoors.handle(request, response, addressOf(request), requestId);
    }
    if (!comesFromOurPages(request, siteOrigin)) {
      return refuse(response, 403, "This request came from another site.");
    }
    if (pathname === cspReportPath) return takeCspReport(request, response, logger);
    if (pathname === browserErrorPath) {
      return takeBrowserError(request, response, { logger, siteOrigin, maps: parts.browserMaps });
    }
    if (pathname.startsWith("/lake/") && parts.proxy) {
      await parts.proxy.handle(request, response, addressOf(request), requestId);
      return;
    }
    if (inStudio) return parts.studio(request, response, addressOf(request));
    if (Number(request.headers["content-length"] ?? 0) > maxBody(pathname)) {
      return refuse(response, 413, "That is more than this page takes.");
    }
    if (request.headers["transfer-encoding"] !== undefined) {
      return refuseUnmeasured(response);
    }
    // Browsers send no others to pages; of some (TRACE) the app's own Request cannot even be made.
    if (!["GET", "HEAD", "POST"].includes(request.method ?? "")) {
      response.setHeader("Allow", "GET, HEAD, POST");
      return refuse(response, 405, "This address takes GET, HEAD and POST.");
    }
    await parts.app.developmentFiles(request, response);
    if (response.writableEnded) return;
    if (pathname.startsWith("/og/") && (await parts.pictures?.(request, response, url))) return;
    if (url.searchParams.has("_data")) {
      return refuse(response, 400, "_data is how an older version of this site asked for data.");
    }
    const canonical = canonicalPath(pathname);
    const isReading = request.method === "GET" || request.method === "HEAD";
    if (isReading && canonical !== address.split(/[?#]/, 1)[0]) {
      return void response.writeHead(301, { Location: canonical + search }).end();
    }
    await answerPage(request, response, { key, nonce, requestId });
  }

  async function answerPage(
    request: IncomingMessage,
    response: ServerResponse,
    { key, nonce, requestId }: { key: string | null; nonce: string; requestId: string },
  ): Promise<void> {
    nameOf ??= routeNames((await parts.app.load()).routes);
    const reads = request.method === "GET" || request.method === "HEAD";
    // Before a slot is taken: a client that never finishes its form would hold it.
    const body = reads ? null : await readBody(request, maxBody(request.url ?? "/"));
    if (body && "status" in body) return refuse(response, body.status, body.sentence);
    const network = networkOf(addressOf(request));
    if (key ? pressure.full : pressure.isFullFor(network)) {
      metrics.shed();
      if (pages && key && pages.answerWithLast(key, request, response)) return;
      response.setHeader("Retry-After", "2");
      return refuse(response, 503, "Too many visitors at this moment. Try again soon.");
    }
    if (pages && key) return pressure.during(() => pages.fill(key, request, response));
    const cookies = request.headers.cookie ?? "";
    const personal = parts.personalCookies.some((name) => cookies.includes(name));
    // The slot is free again before the page is sent, or clients that do not read their pages would hold all of them.
    const send = await pressure.during(
      () => renderer.personal(request, response, { requestId, nonce, personal, body }),
      network,
    );
    await send();
  }

  async function answerMetrics(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // To others there is no such page.
    if (!mayReadMetrics(request, parts.metricsToken)) return refuse(response, 404, "Not found.");
    const text = await parts.gatherMetrics();
    response
      .writeHead(200, {
        "Content-Type": metrics.registry.contentType,
        "Cache-Control": "no-store",
      })
      .end(text);
  }
}

/** The name of what answers, for paths that are not the app's. */
function partOf(path: string): string | null {
  if (isForPrograms(path)) return path;
  const [, part = ""] = path.split("/", 2);
  return ["assets", "auth", "healthz", "lake", "metrics", "og", "readyz", "studio"].includes(part)
    ? `/${part}`
    : null;
}

function isDecodable(address: string): boolean {
  try {
    decodeURIComponent(address);
    return !address.includes("\0") && !address.includes("%00");
  } catch {
    return false;
  }
}

function refuse(response: ServerResponse, status: number, sentence: string) {
  response
    .writeHead(status, {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "no-store",
      Connection: "close",
    })
    .end(`${sentence}\n`);
}

const refuseUnmeasured = (response: ServerResponse) =>
  refuse(response, 411, "Send a Content-Length.");

function fail(response: ServerResponse, error: unknown) {
  if (response.headersSent) return void response.destroy();
  if (error instanceof Response) {
    const wait = error.headers.get("Retry-After");
    if (wait) response.setHeader("Retry-After", wait);
    return refuse(response, error.status, "A service does not answer. Try again soon.");
  }
  refuse(response, 500, "Something went wrong.");
}
