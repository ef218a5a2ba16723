import { gatewayPrefix } from "@domain/gateway/gateway-paths";
import { maxBodyBytes } from "~/http/request-body.server";
import { comesFromThisMachine, mailPath } from "../config/loopback";
import type { PageCache } from "./cache/page-cache";
import type { StaticFiles } from "./files/static-files";
import type { StudioFiles } from "./files/studio-files";
import type { GatewayHandler } from "./gateway-api";
import { canonicalPath, routePath } from "./http/canonical-path";
import { sendFetchResponse } from "./http/fetch-adapter";
import type { RateLimits } from "./limits/rate-limits";
import { browserErrorPath, takeBrowserError, type BrowserErrors } from "./observe/browser-errors";
import { cspReportPath, takeCspReport } from "./observe/csp-reports";
import { sendHealth, type ReadinessHandler } from "./observe/health";
import { mayReadMetrics, type SiteMetrics } from "./observe/metrics";
import type { AuthProxy } from "./proxy/auth-proxy";
import type { LakeProxy } from "./proxy/lake-proxy";
import { createRouteManifest } from "./render/route-manifest";
import type { LoadedApp, Stage } from "./request-context";
import { isSameOriginRequest } from "./security/csrf";

/** What the stages respond with. What is null does not exist in development, or is hosted. */
export interface StageParts {
  app: LoadedApp;
  siteOrigin: string;
  staticFiles: StaticFiles | null;
  studio: StudioFiles;
  readiness: ReadinessHandler;
  metrics: SiteMetrics;
  metricsToken: string | undefined;
  gatherMetrics: () => Promise<string>;
  pages: PageCache | null;
  takeFromLimit: RateLimits["take"];
  gateway: GatewayHandler;
  authProxy: AuthProxy | null;
  lakeProxy: LakeProxy | null;
  browserErrors: BrowserErrors;
  /** The pictures of link previews; none in development. */
  ogImages: Stage;
  /** Lets the app render a page. */
  page: Stage;
}

/**
 * The stages that a request passes unless it is served from the page cache; the first that responds
 * ends processing. Their order is behavior: files and metrics come before the limits, and the
 * gateway and the OAuth callbacks, which other sites may call, before the check of the origin.
 */
export const createStages = (parts: StageParts): readonly Stage[] => [
  staticFiles(parts),
  studioFiles(parts),
  metrics(parts),
  outboxPage(parts),
  rateLimits(parts),
  health(parts),
  gateway(parts),
  authProxy(parts),
  sameOrigin(parts),
  reports(parts),
  lake(parts),
  studio(parts),
  bodySize,
  methods,
  developmentFiles(parts),
  parts.ogImages,
  legacyDataRequests,
  routeManifest(parts),
  canonicalRedirect,
  parts.page,
];

type StageOf = (parts: StageParts) => Stage;

const staticFiles: StageOf = (parts) => (context) => {
  const { request, response, url } = context;
  const files = parts.staticFiles;
  if (!files?.has(url.pathname) || !context.isSafeMethod) return null;
  return context.tryToRespond("file", () =>
    files.serve(url.pathname, request, response, context.clientIp),
  );
};

const studioFiles: StageOf = (parts) => (context) => {
  const { request, response, url } = context;
  if (!isStudio(url.pathname)) return null;
  return context.tryToRespond("studio", () =>
    parts.studio.sendFile(url.pathname, request, response, context.clientIp),
  );
};

const health: StageOf = (parts) => (context) => {
  const { pathname } = context.url;
  if (pathname === "/healthz") return context.respond("api", () => sendHealth(context.response));
  if (pathname !== "/readyz") return null;
  return context.respond("api", () => parts.readiness(context.response));
};

const metrics: StageOf = (parts) => (context) => {
  if (context.url.pathname !== "/metrics") return null;
  // Everyone else gets a 404.
  if (!mayReadMetrics(context.request, parts.siteOrigin, parts.metricsToken))
    return context.refuse(404, "Not found.");
  return context.respond("api", async () => {
    const text = await parts.gatherMetrics();
    const headers = {
      "Content-Type": parts.metrics.registry.contentType,
      "Cache-Control": "no-store",
    };
    context.response.writeHead(200, headers).end(text);
  });
};

/** The route decides whether to show the mail. Other machines get a 404. */
const outboxPage: StageOf = (parts) => (context) => {
  const { request, url } = context;
  if (url.pathname.startsWith("/lake/") || !canonicalPath(url.pathname).startsWith(mailPath))
    return null;
  return comesFromThisMachine(request, parts.siteOrigin) ? null : context.refuse(404, "Not found.");
};

const rateLimits: StageOf = (parts) => async (context) => {
  const { request, url, cacheKey, clientIp, account } = context;
  // A request that waits for a shared rendering adds no cost.
  if (cacheKey !== null && parts.pages?.knows(cacheKey)) return null;
  const limited = await parts.takeFromLimit(request, url, { clientIp, account });
  if (!limited) return null;
  parts.metrics.limited(limited.name);
  return context.refuseFor(limited.wait);
};

const gateway: StageOf = (parts) => (context) => {
  const { request, response, url, clientIp } = context;
  if (!url.pathname.startsWith(gatewayPrefix)) return null;
  return context.respond("api", () => parts.gateway(request, response, url, clientIp));
};

const authProxy: StageOf =
  ({ authProxy: proxy }) =>
  (context) => {
    const { request, response, url, clientIp, requestId } = context;
    if (!proxy?.leadsTo(url.pathname)) return null;
    return context.respond("api", () => proxy.handle(request, response, clientIp, requestId));
  };

const sameOrigin: StageOf = (parts) => (context) =>
  isSameOriginRequest(context.request, parts.siteOrigin)
    ? null
    : context.refuse(403, "This request came from another site.");

const reports: StageOf = (parts) => (context) => {
  const { request, response, url } = context;
  const { browserErrors } = parts;
  if (url.pathname === cspReportPath) {
    return context.respond("api", () => takeCspReport(request, response, browserErrors.logger));
  }
  if (url.pathname !== browserErrorPath) return null;
  return context.respond("api", () => takeBrowserError(request, response, browserErrors));
};

const lake: StageOf =
  ({ lakeProxy }) =>
  (context) => {
    const { request, response, url, clientIp, requestId } = context;
    if (!lakeProxy || !url.pathname.startsWith("/lake/")) return null;
    return context.respond("api", () => lakeProxy.handle(request, response, clientIp, requestId));
  };

const studio: StageOf = (parts) => (context) => {
  const { request, response, url, clientIp } = context;
  if (!isStudio(url.pathname)) return null;
  return context.respond("studio", () => parts.studio.sendPage(request, response, clientIp));
};

const isStudio = (pathname: string) => pathname === "/studio" || pathname.startsWith("/studio/");

const bodySize: Stage = (context) => {
  const { headers } = context.request;
  const maxBytes = maxBodyBytes(routePath(context.url.pathname), headers["content-type"]);
  return Number(headers["content-length"] ?? 0) > maxBytes
    ? context.refuse(413, "The request is larger than this page accepts.")
    : null;
};

/**
 * Browsers send no other methods to pages; for some (TRACE) the app's own Request cannot even be
 * constructed.
 */
const methods: Stage = (context) =>
  context.isSafeMethod || context.request.method === "POST"
    ? null
    : context.refuse(405, "This URL accepts GET, HEAD and POST.", { Allow: "GET, HEAD, POST" });

const developmentFiles: StageOf =
  ({ app: { developmentFiles: serve } }) =>
  (context) =>
    serve
      ? context.tryToRespond("page", async () => {
          await serve(context.request, context.response);
          return context.response.writableEnded;
        })
      : null;

const legacyDataRequests: Stage = (context) =>
  context.url.searchParams.has("_data")
    ? context.refuse(
        400,
        "The parameter _data belongs to an older version of this site. Reload the page.",
      )
    : null;

const routeManifest: StageOf = (parts) => {
  let manifest: ReturnType<typeof createRouteManifest> | undefined;
  return (context) => {
    // In development, Remix has its own.
    if (context.url.pathname !== "/__manifest" || !parts.pages) return null;
    return context.respond("api", async () => {
      manifest ??= createRouteManifest(await parts.app.load());
      const { request, response, url } = context;
      await sendFetchResponse(manifest(url), request, response, { compress: true });
    });
  };
};

const canonicalRedirect: Stage = (context) => {
  const { pathname, search } = context.url;
  const canonical = canonicalPath(pathname);
  if (!context.isSafeMethod || canonical === context.request.url?.split(/[?#]/, 1)[0]) return null;
  return context.respond("api", () => {
    context.response.writeHead(301, { Location: canonical + search }).end();
  });
};
