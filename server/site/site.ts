import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { resolve } from "node:path";
import type { Duplex } from "node:stream";
import type { MetricObjectWithValues, MetricValue } from "prom-client";
import type { Logger } from "pino";
import styles from "~/app.css?inline";
import { admitTokenChange } from "~/account/administration/lake-tokens.server";
import { AvatarMaker } from "~/account/profile/avatar.server";
import { closePreview } from "~/preview/preview-session.server";
import { studioAccess } from "~/account/session/studio-session.server";
import { openSession, sessionCookie } from "~/account/session/session.server";
import { firstAdminIsMissing } from "~/account/sign-in/first-admin.server";
import { invalidateContent, onContentChange } from "~/content/reading/content-events.server";
import { handleGatewayMessage } from "~/gateway/gateway-routes.server";
import { pageOfPicture, versionOf } from "~/seo/open-graph/og-image-url";
import { isPictureSigned } from "~/seo/open-graph/signature.server";
import type { ExaminedSubject } from "@domain/administration/health";
import { serviceCalls } from "@domain/resilience/service-call-metrics.server";
import { PageCache } from "./cache/page-cache";
import { personalCookies } from "./cache/personal-cookies";
import { warmUp } from "./render/warm-up";
import { createStaticFiles } from "./files/static-files";
import { createStudioFiles } from "./files/studio-files";
import { createGatewayApi } from "./gateway-api";
import { Pipelining } from "./http/pipelining";
import type { Accepted } from "./limits/connections";
import type { EventLoopPressure } from "./limits/event-loop-scheduler";
import type { FloodDetector } from "./limits/flood-detection";
import { ParsingBudget } from "./limits/parsing-budget";
import { LoadShedder } from "./limits/load-shedding";
import { createAccountLimits, createRateLimits } from "./limits/rate-limits";
import { VerifiedSessions } from "./limits/verified-sessions";
import { checkServices } from "./observe/check-services";
import { createReadiness } from "./observe/health";
import { createMetrics } from "./observe/metrics";
import { createRequestWatch } from "./observe/request-log";
import { createAuthProxy } from "./proxy/auth-proxy";
import { LakeProxy } from "./proxy/lake-proxy";
import { LakeWebSockets } from "./proxy/lake-websockets";
import { createOgImages } from "./render/og-images";
import { OgImageWorkerClient } from "./render/og-image-worker-client";
import { createOgImageStage } from "./render/og-image-stage";
import { createPageRenderer } from "./render/page-renderer";
import { createPageStage } from "./render/page-stage";
import { routeNames } from "./render/route-patterns";
import type { LoadedApp } from "./request-context";
import { RequestHandler } from "./request-handler";
import { clientIp } from "./security/client-ip";
import { sourceHash } from "./security/csp-hashes";
import { type HstsScope, strictTransport } from "./security/security-headers";
import { createStages } from "./stages";

/** The settings of a site process, and the services that it uses. */
export interface SiteOptions {
  /** Where the build wrote its files. */
  root: string;
  /** The compiled thread that draws the pictures of link previews. */
  ogImageWorker: URL;
  /** The compiled process that decodes profile pictures. */
  avatarProcess: URL;
  logger: Logger;
  host: string;
  port: number;
  siteUrl: string;
  hstsScope: HstsScope;
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
  /** Whether pages are rendered ahead of visitors. */
  warmsUp: boolean;
  /** The token that allows reading the metrics from other machines. */
  metricsToken?: string;
  /** The metrics of all site processes together, when there are several. */
  gatherMetrics?: () => Promise<string>;
  /** What `npm run doctor` says about the site, for its administrators. */
  examineSite: () => Promise<ExaminedSubject[]>;
  /** Set by tests only: the share of its memory that the process has used, 0 to 1. */
  memoryUsed?: () => number;
}

/** What a site gets from the HTTP server that it handles the requests of. */
export interface ServerParts {
  server: Server;
  floods: FloodDetector;
  /** Receives a connection that flooded, or over which part of a flood arrived. */
  onFlood: (socket: Socket, part?: number) => void;
  accepted: Accepted;
}

/** The handlers of a site, which the HTTP server calls. */
export interface Site {
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** Whether a WebSocket may be opened at a path. */
  takesUpgrade(path: string): boolean;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Renders the pages of the sitemap ahead of visitors. */
  warmUp(): void;
  firstAdminIsMissing(): Promise<boolean>;
  metrics(): Promise<MetricObjectWithValues<MetricValue<string>>[]>;
  invalidateContent(tags?: readonly string[]): void;
  close(): void;
}

const pictureUrls = { pageOfPicture, isPictureSigned, versionOf };

/** Handles the requests of a site: its pages, static files, the Studio, the proxies of services. */
export async function createSite(
  options: SiteOptions & ServerParts & { app: LoadedApp },
): Promise<Site> {
  const { app, root, logger, siteUrl, floods, onFlood, accepted } = options;
  const siteOrigin = new URL(siteUrl).origin;
  const isProduction = options.mode === "production";
  const hsts = strictTransport(siteUrl, options.hstsScope);
  const security = { ...options, hsts, styleSources: [sourceHash(styles)] };
  // A proxy opens the connections of all its visitors: these are blocked request by request.
  const isDirect = options.trustedProxies === 0;
  const clientIpOf = (request: IncomingMessage) => clientIp(request, options.trustedProxies);
  const onRefused = (request: IncomingMessage, weight: number) =>
    isDirect ? onFlood(request.socket, weight) : floods.note(clientIpOf(request), weight);
  const verifiedSessions = new VerifiedSessions(sessionCookie);
  const pressure: EventLoopPressure = {
    accepted: accepted.count,
    isUrgent: () => accepted.isRecent() || serviceCalls.open().database > 0,
  };
  const avatars = new AvatarMaker(options.avatarProcess);
  const renderer = createPageRenderer({
    app,
    siteOrigin,
    security,
    logger,
    clientIpOf,
    pressure,
    avatars,
    examineSite: options.examineSite,
  });
  const pages = isProduction ? new PageCache(renderer.shared, onContentChange) : null;
  const loadShedder = new LoadShedder(() => pages?.evictHalf(), options.memoryUsed);
  const services = isProduction ? serviceCalls : null;
  const metrics = createMetrics({ pages, loadShedder, services });
  const lakeProxy = options.lake
    ? new LakeProxy({
        ...options.lake,
        siteOrigin,
        openSession,
        studioAccess,
        admitTokenChange,
        closePreview,
        sessionCookie,
      })
    : null;
  const lakeWebSockets = lakeProxy && new LakeWebSockets({ lakeProxy, clientIpOf, onRefused });
  const authProxy = options.auth === undefined ? null : createAuthProxy(options.auth);
  const ogImageWorker = new OgImageWorkerClient(options.ogImageWorker);
  const ogImages = createOgImages(pictureUrls, ogImageWorker);
  const rateLimits = createRateLimits();
  const stages = createStages({
    app,
    siteOrigin,
    pages,
    metrics,
    authProxy,
    lakeProxy,
    // In development Vite serves them.
    staticFiles: isProduction ? createStaticFiles(resolve(root, "build/client"), "/assets/") : null,
    studio: createStudioFiles({ directory: resolve(root, "build/studio"), siteOrigin }),
    readiness: createReadiness(checkServices),
    metricsToken: options.metricsToken,
    gatherMetrics: options.gatherMetrics ?? (() => metrics.registry.metrics()),
    // Vite serves every module as its own file.
    takeFromLimit: isProduction ? rateLimits.take : async () => null,
    gateway: createGatewayApi(handleGatewayMessage),
    browserErrors: { logger, siteOrigin, maps: resolve(root, "build/maps/assets") },
    ogImages: pages
      ? createOgImageStage({
          ogImages,
          pages,
          loadShedder,
          metrics,
          takePage: rateLimits.takePage,
        })
      : () => null,
    page: createPageStage({
      pages,
      renderer,
      loadShedder,
      metrics,
      verifiedSessions,
      personalCookies,
      accountLimitOf: isProduction ? createAccountLimits(metrics.limited) : () => null,
    }),
  });
  const requestHandler = new RequestHandler({
    siteOrigin,
    security,
    logger,
    clientIpOf,
    pages,
    verifiedSessions,
    personalCookies,
    onRefused,
    stages,
    pressure,
    isAccepting: accepted.isRecent,
    hasAdmitted: (request) => lakeProxy?.hasAdmitted(request) ?? false,
    watch: createRequestWatch(logger, metrics, routeNames((await app.load()).routes)),
    pipelining: new Pipelining(onFlood),
    parsingBudget: isProduction ? new ParsingBudget() : null,
    floods: isDirect ? null : floods,
  });
  let stopWarming = () => {};

  return {
    handle: requestHandler.handle,
    // In development Vite opens WebSockets of its own on this server.
    takesUpgrade: (path) =>
      path.startsWith("/lake/") ? lakeWebSockets !== null : options.mode === "development",
    upgrade(request, socket, head) {
      if (request.url?.startsWith("/lake/")) lakeWebSockets?.upgrade(request, socket, head);
    },
    warmUp() {
      if (pages && options.warmsUp) stopWarming = warmUp(pages, loadShedder);
    },
    firstAdminIsMissing,
    metrics: () => metrics.registry.getMetricsAsJSON(),
    invalidateContent,
    close() {
      stopWarming();
      loadShedder.close();
      ogImageWorker.close();
      avatars.close();
      lakeProxy?.close();
      authProxy?.close();
    },
  };
}
