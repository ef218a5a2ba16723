import cluster from "node:cluster";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { maxHeaders } from "./http/request-framing";
import { EventStreams } from "./http/event-streams";
import { handleUpgrades, type TakeUpgrade } from "./http/upgrades";
import { clientIp } from "./security/client-ip";
import { limitConnections, limitTotal, watchAccepting } from "./limits/connections";
import { handleSocketErrors } from "../process/socket-errors";
import { FloodDetector, refusalWeight } from "./limits/flood-detection";
import { watchStrayBytes } from "./limits/stray-bytes";
import { apiHeaders, strictTransport } from "./security/security-headers";
import type { ServerParts, Site, SiteOptions } from "./site";

/**
 * Limits of one connection. Slow or idle clients are disconnected, because each holds a connection.
 * A proxy in front keeps its connections open, and must not find one closed that it is about to
 * use.
 */
const maxHeaderSize = 16_384;
const connectionLimits = ({ trustedProxies }: SiteOptions) => ({
  maxHeaderSize,
  // Node's own refusal comes before any limit: problemWithFraming refuses these.
  requireHostHeader: false,
  headersTimeout: 5_000,
  // The last resort. Each body reader has its own minimum rate: an upload of 200 MB may take
  // its time.
  requestTimeout: 3_600_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: trustedProxies > 0 ? 75_000 : 10_000,
});

/**
 * Bytes that cannot be parsed and count as a whole flood: heads of 16 kB with a wrong byte at their
 * end, sixty a second, took a tenth of a core.
 */
const unparsableFlood = 65_536;

/**
 * A connection that is idle for this long is closed. Event streams send a keep-alive more often.
 */
const silenceMilliseconds = 120_000;

/** How long requests in flight may take once the site stops. */
const stopMilliseconds = 5_000;

/**
 * Serves a site over HTTP.
 *
 * @param create makes the handlers of its requests
 * @returns whether the first administrator is missing, the metrics of this process, how to notify
 *   it that another process received a change of content, and how to stop.
 * @throws when the port is in use.
 */
export async function serveSite(
  options: SiteOptions,
  create: (parts: ServerParts) => Promise<Site>,
) {
  const { logger, siteUrl, trustedProxies, mode } = options;
  const server = createServer(connectionLimits(options));
  const floods = new FloodDetector();
  // Behind a proxy a connection is not one visitor's, and the proxy sends whole requests.
  const countsConnections = mode === "production" && trustedProxies === 0;
  const onFlood = countsConnections
    ? limitConnections(server, floods, () => accepted.isRecent())
    : () => {};
  if (countsConnections) watchStrayBytes(server, maxHeaderSize, onFlood);
  limitTotal(server, cluster.isWorker);
  const accepted = watchAccepting(server);
  // One more than the request handler accepts, so that it can refuse requests with too many;
  // limited at all, so that requests queued behind an unread response do not hold thousands of tiny
  // headers.
  server.maxHeadersCount = maxHeaders + 1;
  server.timeout = silenceMilliseconds;
  const site = await create({ server, floods, onFlood, accepted });

  server.on("request", site.handle);
  // By default Node would refuse unknown expectations, all requests that arrived in one read at
  // once.
  server.on("checkExpectation", site.handle);
  const closeUnusedConnections = trackUnusedConnections(server);
  const eventStreams = new EventStreams(server);
  const upgraded = new Set<Duplex>();
  const takeUpgrade: TakeUpgrade = (request, socket, head) => {
    upgraded.add(socket);
    socket.once("close", () => upgraded.delete(socket));
    site.upgrade(request, socket, head);
  };
  handleUpgrades(server, site.takesUpgrade, takeUpgrade, (request) =>
    floods.isBlocked(clientIp(request, trustedProxies)),
  );

  await listen(server, options);
  const headers = apiHeaders(strictTransport(siteUrl, options.hstsScope));
  handleSocketErrors(server, {
    logger,
    headers,
    onUnparsable: (socket, bytes) =>
      onFlood(socket, Math.max(refusalWeight, bytes / unparsableFlood)),
    // Behind a proxy nobody is known by then who could be blocked.
    delaysUnparsable: mode === "production" && trustedProxies > 0,
  });
  site.warmUp();
  // A database that is unavailable now may be back later: visitors are still served.
  const firstAdminIsMissing = await site.firstAdminIsMissing().catch(() => false);

  return {
    firstAdminIsMissing,
    metrics: site.metrics,
    invalidateContent: site.invalidateContent,
    async stop() {
      const closed = new Promise((done) => server.close(done));
      // A client that keeps a connection open must send its next request over another.
      server.prependListener("request", (_request: IncomingMessage, response: ServerResponse) => {
        response.shouldKeepAlive = false;
      });
      server.closeIdleConnections();
      // Responses in flight have already promised keep-alive.
      const sweeping = setInterval(() => {
        server.closeIdleConnections();
        closeUnusedConnections();
        eventStreams.close();
      }, 100);
      setTimeout(() => {
        server.closeAllConnections();
        // Node counts them among the server's connections, but does not close them with the others.
        for (const socket of upgraded) socket.destroy();
      }, stopMilliseconds).unref();
      await closed;
      clearInterval(sweeping);
      site.close();
    },
  };
}

/**
 * Browsers open connections ahead of their next request. Node counts them as active until the
 * headers' timeout: one open tab had every stop take five seconds.
 *
 * @returns closes the connections over which nothing has been received.
 */
function trackUnusedConnections(server: Server): () => void {
  const connections = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    connections.add(socket);
    socket.once("close", () => connections.delete(socket));
  });
  return () => {
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
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
