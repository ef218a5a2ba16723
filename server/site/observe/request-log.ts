import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { gatewayPaths } from "@domain/gateway/gateway-paths";
import type { SiteMetrics } from "./metrics";

/** The status, as in nginx, of a request whose client left before the response began. */
const clientClosedRequest = 499;

/** Slower responses than this are logged. */
const slowSeconds = 1;

export type RequestWatch = ReturnType<typeof createRequestWatch>;

/**
 * Counts a request once it is finished, and logs it when something was wrong with our response.
 *
 * @param nameOf the pattern of a path's route, such as "/blog/:slug"
 */
export function createRequestWatch(
  logger: Logger,
  metrics: Pick<SiteMetrics, "request">,
  nameOf: (path: string) => string,
) {
  return function watch(request: IncomingMessage, response: ServerResponse, requestId: string) {
    const started = performance.now();
    let complete = started;
    request.once("end", () => (complete = performance.now()));
    // Each part that handles a response listens for its end. Node takes eleven listeners for a
    // leak, and logs a warning.
    response.setMaxListeners(30);
    response.once("close", () => {
      const seconds = (performance.now() - started) / 1_000;
      // Node's is 200 until another is set.
      const status = response.headersSent ? response.statusCode : clientClosedRequest;
      const [path = ""] = (request.url ?? "").split("?");
      const route = partOf(path) ?? nameOf(path);
      const method = request.method ?? "GET";
      metrics.request(route, method, status, seconds);
      const line = { requestId, method, route, status, milliseconds: Math.round(seconds * 1_000) };
      // Streams last as long as the client listens. A client's time to send its body is not ours:
      // forms that came slowly to seventy routes wrote 400 MB of log a day.
      const ours = seconds - (complete - started) / 1_000;
      const slow = ours > slowSeconds && !/^\/(lake|preview)\//.test(path);
      // A 503 refusal is not our error: a service is unavailable, or there are too many visitors.
      const isError = status >= 500 && status !== 503;
      logger[isError ? "error" : slow || status === 503 ? "warn" : "info"](line, "request");
    });
  };
}

const namedPaths = new Set<string>(Object.values(gatewayPaths));

/** The handler's name, for paths that are not the app's. */
function partOf(path: string): string | null {
  if (namedPaths.has(path)) return path;
  const [, part = ""] = path.split("/", 2);
  return ["assets", "auth", "healthz", "lake", "metrics", "og", "readyz", "studio"].includes(part)
    ? `/${part}`
    : null;
}
