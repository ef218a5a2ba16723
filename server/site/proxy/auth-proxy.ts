import {
  Agent,
  request as openRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { pipeline } from "node:stream/promises";
import { endSiteOf } from "@platen/kit";
import { hasBody } from "../http/request-framing";
import { refuse } from "../http/error-responses";
import { readBody } from "../http/request-body";
import { ConcurrencySlots } from "../limits/concurrency-slots";

const paths: Record<string, readonly string[]> = {
  "/auth/v1/verify": ["GET"],
  "/auth/v1/authorize": ["GET"],
  "/auth/v1/callback": ["GET", "POST"],
  "/auth/v1/.well-known/jwks.json": ["GET"],
};

/** Request headers that the service receives, apart from cookies. */
const forwardedHeaders = ["accept", "referer", "content-type", "content-length"];

/** Response headers that the visitor receives. */
// prettier-ignore
const returnedHeaders = [
  "cache-control", "content-length", "content-type", "location", "retry-after", "set-cookie",
  "x-sb-error-code",
];

/** A provider that posts its response posts a code and a state. */
const maxFormBytes = 65_536;

export type AuthProxy = ReturnType<typeof createAuthProxy>;

/**
 * Forwards the few paths of the embedded authentication service that browsers and providers open
 * directly to the backend, which they cannot reach. All others stay behind the site's own pages.
 *
 * @param target the backend's URL
 */
export function createAuthProxy(target: string) {
  const backend = new URL(target);
  // Without its own limit: one network waited for a provider that hung on all connections.
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  const slots = new ConcurrencySlots({ total: 256, perNetwork: 16, waiting: 16 });

  async function handle(
    request: IncomingMessage,
    response: ServerResponse,
    clientIp: string,
    requestId: string,
  ): Promise<void> {
    const [path = ""] = (request.url ?? "").split("?", 1);
    const methods = paths[path];
    if (!methods) return refuse(request, response, 404, "Not Found");
    if (!methods.includes(request.method ?? "")) {
      const Allow = methods.join(", ");
      return refuse(request, response, 405, `This URL accepts ${Allow}.`, { Allow });
    }
    // Read before a connection is taken, which a client that never finishes its form would hold.
    const body = await readBody(request, maxFormBytes);
    if ("status" in body) return refuse(request, response, body.status, body.sentence);
    const release = await slots.take(endSiteOf(clientIp), response);
    if (!release) {
      const sentence = "Too many requests from this network are in flight. Try again soon.";
      return refuse(request, response, 429, sentence, { "Retry-After": "5" });
    }
    response.once("close", release);
    if (response.closed) return release();
    const upstream = openRequest(
      {
        agent,
        host: backend.hostname,
        port: backend.port,
        method: request.method,
        path: request.url,
        headers: {
          ...headersFor(request.headers),
          "X-Forwarded-For": clientIp,
          "X-Request-Id": requestId,
        },
      },
      (upstream) => {
        response.writeHead(upstream.statusCode ?? 502, picked(upstream.headers, returnedHeaders));
        // A broken pipe means that one side disconnected: no response can be sent.
        pipeline(upstream, response).catch(() => {});
      },
    );
    upstream.on("error", () => {
      if (response.headersSent) response.destroy();
      else refuse(request, response, 503, "A service is not responding. Try again soon.");
    });
    response.on("close", () => upstream.destroy());
    upstream.end(hasBody(request) ? body : undefined);
  }

  return {
    leadsTo: (pathname: string) => pathname.startsWith("/auth/v1/"),
    handle,
    close: () => agent.destroy(),
  };
}

/** With the cookies of the service's own flows only: it must not see the visitor's session. */
function headersFor(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const cookies = (headers.cookie ?? "").split(/;\s*/);
  return {
    ...picked(headers, forwardedHeaders),
    cookie: cookies.filter((each) => each.startsWith("sb-flow-")).join("; "),
  };
}

function picked(headers: IncomingHttpHeaders, names: readonly string[]) {
  const result: Record<string, string | string[]> = {};
  for (const name of names) {
    const value = headers[name];
    if (value !== undefined) result[name] = value;
  }
  return result;
}
