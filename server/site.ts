import { randomBytes, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { resolve } from "node:path";
import type { LoadedApp } from "./app-build";
import { createAuthDoors } from "./auth-doors";
import { canonicalPath } from "./canonical-path";
import { mayCompress } from "./compression";
import { sendFetchResponse, toFetchRequest } from "./exchange";
import { answerHealth } from "./health";
import { createLakeProxy } from "./lake-proxy";
import { PageCache } from "./page-cache";
import { pageKey } from "./page-key";
import { renderPersonalPage, renderSharedPage } from "./render-page";
import { comesFromOurPages, isForPrograms } from "./same-origin";
import { buildSecurityHeaders, type Surface } from "./security-headers";
import { serveStudio } from "./studio-files";
import { serveStaticFiles } from "./static-files";
import { visitorAddress } from "./visitor-address";

export interface SiteOptions {
  /** Where the build put its files. */
  root: string;
  loadApp: (server: Server) => Promise<LoadedApp>;
  host: string;
  port: number;
  siteUrl: string;
  trustedProxies: number;
  mode: "production" | "development";
  /** The embedded lake behind /lake and the Studio's own door; absent when the lake is hosted. */
  lake?: { target: string; proxyToken: string };
  /** The address of the embedded accounts, of which a few doors open from the site; absent when they are hosted. */
  auth?: string;
  imageHosts: string[];
  studioHosts: string[];
}

/** Forms are small, but for the one that brings a photograph. Uploads go to the lake, which has its own limit. */
const largestBody = (pathname: string) =>
  /^\/dashboard\/profile(\.data)?$/.test(pathname) ? 8_000_000 : 1_000_000;

/**
 * Serves the site: pages, static files, the Studio and the way to the lake.
 *
 * @returns whether the first administrator is missing, and how to stop.
 * @throws when the address is taken.
 */
export async function serveSite(options: SiteOptions) {
  const https = options.siteUrl.startsWith("https:");
  const siteOrigin = new URL(options.siteUrl).origin;
  const server = createServer({ maxHeaderSize: 16_384, requestTimeout: 60_000 });
  const app = await options.loadApp(server);
  const door = async () => (await app.load()).entry.module.siteDoor;
  const proxy = options.lake && createLakeProxy({ ...options.lake, siteOrigin, door });
  const authDoors = options.auth === undefined ? null : createAuthDoors(options.auth);
  const studio = serveStudio({
    directory: resolve(options.root, "build/studio"),
    siteOrigin,
    door,
  });
  const production = options.mode === "production" ? await door() : null;
  const pages =
    production &&
    new PageCache(production, async (key) =>
      renderSharedPage(await app.load(), siteOrigin + key, (scriptSources) =>
        buildSecurityHeaders({ ...options, surface: "page", scriptSources, https }),
      ),
    );
  const personalCookies = production?.personalCookies ?? [];
  const keyOf = (request: IncomingMessage) => pages && pageKey(request, personalCookies);
  // In development Vite serves them.
  const staticFiles =
    production && serveStaticFiles(resolve(options.root, "build/client"), "/assets/");
  const addressOf = (request: IncomingMessage) => visitorAddress(request, options.trustedProxies);

  function secure(response: ServerResponse, surface: Surface, nonce: string) {
    const scriptSources = [`'nonce-${nonce}'`];
    const headers = buildSecurityHeaders({ ...options, surface, scriptSources, https });
    // Vite's development client inserts scripts and styles of its own, which a strict policy would stop.
    if (options.mode === "development") delete headers["Content-Security-Policy"];
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  }

  async function answerPage(request: IncomingMessage, response: ServerResponse, nonce: string) {
    const key = keyOf(request);
    if (pages && key) {
      // A kept page has headers of its own: it names its scripts.
      for (const name of response.getHeaderNames()) response.removeHeader(name);
      return pages.fill(key, request, response);
    }
    const requestId = randomUUID();
    const asFetch = toFetchRequest(request, response, { siteOrigin, requestId });
    const asked = { nonce, whole: false, visitor: addressOf(request), mode: options.mode };
    const answer = await renderPersonalPage(await app.load(), asFetch, asked);
    const cookies = request.headers.cookie ?? "";
    const personal = personalCookies.some((name) => cookies.includes(name));
    await sendFetchResponse(answer, request, response, {
      compress: mayCompress(request, personal),
    });
  }

  async function handle(request: IncomingMessage, response: ServerResponse) {
    // Before anything else: a page that is there is answered at the speed of a static file.
    const key = keyOf(request);
    if (pages && key && pages.answer(key, request, response)) return;

    const address = request.url ?? "/";
    // Absolute-form and asterisk-form targets are for proxies; two leading slashes would read as another host.
    if (!address.startsWith("/") || address.startsWith("//") || !isDecodable(address)) {
      return refuse(response, 400, "That address is malformed.");
    }
    const { pathname, searchParams, search } = new URL(address, siteOrigin);
    const inStudio = pathname === "/studio" || pathname.startsWith("/studio/");
    const nonce = randomBytes(16).toString("base64");
    secure(response, inStudio ? "studio" : "page", nonce);
    if (pathname === "/healthz") return answerHealth(response, door);
    // Before the next check: a provider of accounts may post its answer from its own pages.
    if (authDoors?.leadsTo(request, pathname)) {
      return authDoors.handle(request, response, addressOf(request));
    }
    if (!isForPrograms(pathname) && !comesFromOurPages(request, siteOrigin)) {
      return refuse(response, 403, "This request came from another site.");
    }
    if (pathname.startsWith("/lake/") && proxy) {
      return proxy.handle(request, response, addressOf(request));
    }
    if (inStudio) return studio(request, response, addressOf(request));
    if (Number(request.headers["content-length"] ?? 0) > largestBody(pathname)) {
      return refuse(response, 413, "That is more than this page takes.");
    }
    if (request.headers["transfer-encoding"] !== undefined) {
      return refuse(response, 411, "Send a Content-Length.");
    }
    await app.developmentFiles(request, response);
    if (response.writableEnded) return;
    if (await staticFiles?.answer(pathname, request, response)) return;
    if (searchParams.has("_data")) {
      return refuse(response, 400, "_data is how an older version of this site asked for data.");
    }
    const canonical = canonicalPath(pathname);
    if (canonical !== address.split("?", 1)[0] && isSafe(request)) {
      return void response.writeHead(301, { Location: canonical + search }).end();
    }
    await answerPage(request, response, nonce);
  }

  server.on("request", (request, response) => {
    handle(request, response).catch((error: unknown) => fail(response, error));
  });
  server.on("upgrade", (request, socket, head) => {
    const path = request.url ?? "/";
    if (proxy && path.startsWith("/lake/")) {
      proxy
        .upgrade(request, socket, head, addressOf(request))
        .catch(() => socket.end("HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n"));
    } else if (options.mode === "production") {
      socket.end("HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n");
    }
  });

  await new Promise<void>((listening, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      reject(
        error.code === "EADDRINUSE"
          ? new Error(`Port ${options.port} is in use. Stop what uses it, or set PORT to another.`)
          : error,
      );
    });
    server.listen(options.port, options.host, listening);
  });

  // A database that is away now may be there later: visitors are served all the same.
  const missing = door()
    .then((open) => open.firstAdminIsMissing())
    .catch(() => false);
  // Nobody else is there for it when all services are hosted. Once an hour, and at the start for what fell due meanwhile.
  const deleteClosedAccounts = async () => {
    await production?.deleteClosedAccounts().catch((error: unknown) => console.error(error));
  };
  void deleteClosedAccounts();
  const housekeeping = setInterval(deleteClosedAccounts, 3_600_000).unref();

  return {
    firstAdminIsMissing: await missing,
    async stop() {
      clearInterval(housekeeping);
      const closed = new Promise((done) => server.close(done));
      server.closeIdleConnections();
      // Listeners of the Studio never end by themselves.
      setTimeout(() => server.closeAllConnections(), 2_000).unref();
      await closed;
      proxy?.close();
      authDoors?.close();
      await app.close();
    },
  };
}

function isDecodable(address: string): boolean {
  try {
    decodeURIComponent(address);
    return !address.includes("\0") && !address.includes("%00");
  } catch {
    return false;
  }
}

function isSafe({ method }: IncomingMessage): boolean {
  return method === "GET" || method === "HEAD";
}

function refuse(response: ServerResponse, status: number, sentence: string) {
  response
    .writeHead(status, { "Content-Type": "text/plain; charset=utf-8", Connection: "close" })
    .end(`${sentence}\n`);
}

function fail(response: ServerResponse, error: unknown) {
  console.error(error);
  if (response.headersSent) response.destroy();
  else if (error instanceof Response)
    refuse(response, error.status, "A service does not answer. Try again soon.");
  else refuse(response, 500, "Something went wrong.");
}
