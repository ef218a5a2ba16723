import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { resolve } from "node:path";
import type { Duplex } from "node:stream";
import type { Logger } from "pino";
import type { LoadedApp } from "./app-build";
import { createAuthProxy } from "./proxy/auth-proxy";
import { sourceHash } from "./security/csp-hashes";
import { guardServer, limitConnections, maxConnections } from "./limits/connections";
import { FloodDetector, refusalPart } from "./limits/flood-detection";
import { VerifiedSessions } from "./limits/verified-sessions";
import { createLakeProxy } from "./proxy/lake-proxy";
import { createMetrics } from "./observe/metrics";
import { createOpenGraphPictures } from "./render/og-images";
import { PageCache } from "./cache/page-cache";
import { createPages } from "./render/page-renderer";
import { OgImageWorkerClient } from "./render/og-image-worker-client";
import { Pipelining } from "./http/pipelining";
import { LoadShedder } from "./limits/load-shedding";
import { createLimiter, createRateLimits } from "./limits/rate-limits";
import { createRequestHandler } from "./request-handler";
import { unparsedHeaders } from "./security/security-headers";
import { serveStudio } from "./files/studio-files";
import { serveStaticFiles } from "./files/static-files";
import { handleUpgrades, refuseUpgrade } from "./http/upgrades";
import { clientIp } from "./security/client-ip";
import { warmUp } from "./cache/warm-up";

export interface SiteOptions {
  /** Where the build wrote its files. */
  root: string;
  loadApp: (server: Server) => Promise<LoadedApp>;
  /** The compiled thread that draws the pictures of link previews. */
  pictureWorker: URL;
  logger: Logger;
  host: string;
  port: number;
  siteUrl: string;
  trustedProxies: number;
  mode: "production" | "development";
  /** The embedded lake behind /lake and the Studio; absent when the lake is hosted. */
  lake?: { target: string; proxyToken: string };
  /**
   * The URL of the embedded accounts, a few paths of which the site proxies; absent when they are
   * hosted.
   */
  auth?: string;
  imageHosts: string[];
  studioHosts: string[];
  analyticsHosts: string[];
  frameHosts: string[];
  /** The token that allows reading the metrics from other machines. */
  metricsToken?: string;
  /** The metrics of all site processes together, when there are several. */
  gatherMetrics?: () => Promise<string>;
  /** The share of its memory that the process has used, 0 to 1. */
  memoryUsed?: () => number;
}

/**
 * Limits of one connection. A client that sends a request drop by drop, or none, is cut off:
 * connections are all that such a client uses up. A proxy in front keeps its connections open, and
 * must not find one closed that it is about to use.
 */
const connectionLimits = ({ trustedProxies }: SiteOptions) => ({
  maxHeaderSize: 16_384,
  // Node's own refusal comes before any limit: problemWithFraming refuses these.
  requireHostHeader: false,
  headersTimeout: 5_000,
  // The last resort. Each body reader has a minimum rate of its own: an upload of 200 MB may take
  // its time.
  requestTimeout: 3_600_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: trustedProxies > 0 ? 75_000 : 10_000,
});

/**
 * A connection that is idle for this long is closed. Event streams send a keep-alive more often.
 */
const silenceMilliseconds = 120_000;

/**
 * Serves the site: pages, static files, the Studio and the proxy of the lake.
 *
 * @returns whether the first administrator is missing, the metrics of this process, how to notify
 *   it that another process received a change of content, and how to stop.
 * @throws when the port is in use.
 */
export async function serveSite(options: SiteOptions) {
  const { root, logger, siteUrl } = options;
  const https = siteUrl.startsWith("https:");
  const siteOrigin = new URL(siteUrl).origin;
  const server = createServer(connectionLimits(options));
  server.maxConnections = maxConnections();
  const floods = new FloodDetector();
  // A proxy opens the connections of all its visitors: these are blocked request by request.
  const isAlone = options.trustedProxies === 0;
  const flooded =
    options.mode === "production" && isAlone ? limitConnections(server, floods) : () => {};
  const clientIpOf = (request: IncomingMessage) => clientIp(request, options.trustedProxies);
  const refused = (request: IncomingMessage, part: number) =>
    isAlone ? flooded(request.socket, part) : floods.note(clientIpOf(request), part);
  const pipelining = new Pipelining(flooded);
  // All headers, which 16 kB bound: the request handler refuses requests with too many.
  server.maxHeadersCount = 0;
  server.timeout = silenceMilliseconds;
  const app = await options.loadApp(server);
  const door = async () => (await app.load()).entry.module.siteDoor;
  const production = options.mode === "production" ? await door() : null;
  const styleSources = [sourceHash((await app.load()).entry.module.styles)];
  const security = { ...options, https, styleSources };
  const renderer = createPages({ app, siteOrigin, security, logger, clientIpOf });
  const pages = production && new PageCache(production, renderer.shared);
  const pressure = new LoadShedder(() => pages?.giveBack(), options.memoryUsed);
  const metrics = createMetrics({
    pages,
    pressure,
    services: production && production.serviceCalls,
  });
  const verifiedSessions = new VerifiedSessions((await door()).sessionCookie);
  const proxy =
    options.lake && createLakeProxy({ ...options.lake, siteOrigin, door, verifiedSessions });
  const authProxy = options.auth === undefined ? null : createAuthProxy(options.auth);
  const pictures = new OgImageWorkerClient(options.pictureWorker);
  const handle = createRequestHandler({
    ...{ app, door, siteOrigin, security, logger, clientIpOf, pages, renderer, pressure, metrics },
    ...{ pipelining, verifiedSessions },
    floods: isAlone ? null : floods,
    refused,
    personalCookies: production?.personalCookies ?? [],
    hasPreviewCookie: (await door()).hasPreviewCookie,
    // Vite serves every module as a file of its own.
    takeFromLimit: production ? createRateLimits() : async () => null,
    proxy: proxy ?? null,
    authProxy,
    studio: serveStudio({ directory: resolve(root, "build/studio"), siteOrigin, door }),
    // In development Vite serves them.
    pictures:
      production && pages
        ? createOpenGraphPictures(production.pictures, (path) => pages.page(path), pictures)
        : null,
    staticFiles: production && serveStaticFiles(resolve(root, "build/client"), "/assets/"),
    browserMaps: resolve(root, "build/maps/assets"),
    metricsToken: options.metricsToken,
    gatherMetrics: options.gatherMetrics ?? (() => metrics.registry.metrics()),
  });

  server.on("request", handle);
  // By itself Node would refuse unknown expectations, all requests that arrived in one read at
  // once.
  server.on("checkExpectation", handle);
  const handshakes = createLimiter("handshake", { points: 120, duration: 60 });
  // In development Vite opens WebSockets of its own on this server.
  const takesUpgrade = (path: string) =>
    path.startsWith("/lake/") ? proxy !== undefined : options.mode === "development";
  const refuseFlooding = (request: IncomingMessage, socket: Duplex) => {
    refused(request, refusalPart);
    refuseUpgrade(socket, "429 Too Many Requests", "Too many WebSockets: wait a minute.");
  };
  const upgraded = new Set<Duplex>();
  handleUpgrades(server, takesUpgrade, (request, socket, head) => {
    upgraded.add(socket);
    socket.once("close", () => upgraded.delete(socket));
    if (!proxy || !request.url?.startsWith("/lake/")) return;
    const visitor = clientIpOf(request);
    handshakes
      .take(visitor)
      .then((wait) =>
        wait === null
          ? proxy.upgrade(request, socket, head, visitor)
          : refuseFlooding(request, socket),
      )
      .catch(() =>
        refuseUpgrade(
          socket,
          "503 Service Unavailable",
          "A service does not answer. Try again soon.",
        ),
      );
  });

  await listen(server, options);
  guardServer(server, { logger, headers: unparsedHeaders(https), refused: flooded });
  const stopWarming = pages ? warmUp(pages, pressure) : () => {};
  // A database that is unavailable now may be back later: visitors are served all the same.
  const firstAdminIsMissing = await door()
    .then((open) => open.firstAdminIsMissing())
    .catch(() => false);
  // When all services are hosted, no other process does it. Once an hour, and at the start for
  // accounts that fell due meanwhile.
  const deleteClosedAccounts = async () => {
    await production
      ?.deleteClosedAccounts()
      .catch((err: unknown) => logger.error({ err }, "Closed accounts could not be deleted."));
  };
  void deleteClosedAccounts();
  const housekeeping = setInterval(deleteClosedAccounts, 3_600_000).unref();

  return {
    firstAdminIsMissing,
    metrics: () => metrics.registry.getMetricsAsJSON(),
    contentChanged: () => production?.contentChanged(),
    async stop() {
      stopWarming();
      clearInterval(housekeeping);
      const closed = new Promise((done) => server.close(done));
      // A client that keeps a connection open must send its next request over another.
      server.prependListener("request", (_request: IncomingMessage, response: ServerResponse) => {
        response.shouldKeepAlive = false;
      });
      server.closeIdleConnections();
      // Responses in flight have already promised keep-alive.
      const sweeping = setInterval(() => server.closeIdleConnections(), 100);
      // Where the lake keeps running, event streams of the Studio never end by themselves.
      setTimeout(() => {
        server.closeAllConnections();
        // Node counts them among the server's connections, but does not close them with the others.
        for (const socket of upgraded) socket.destroy();
      }, 5_000).unref();
      await closed;
      clearInterval(sweeping);
      pressure.close();
      pictures.close();
      proxy?.close();
      authProxy?.close();
      await app.close();
    },
  };
}

/**
 * The maximum number of connections that wait to be accepted; the kernel's own limit caps it. With
 * Node's 511 a thousand browsers that connect at once overflow the queue: TCP drops their first
 * packets, and tries again after one, three, seven seconds.
 */
const backlog = 4096;

function listen(server: Server, { host, port }: SiteOptions): Promise<void> {
  return new Promise((listening, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      reject(
        error.code === "EADDRINUSE"
          ? new Error(`Port ${port} is in use. Stop what uses it, or set PORT to another.`)
          : error,
      );
    });
    server.listen({ port, host, backlog }, () => listening());
  });
}
