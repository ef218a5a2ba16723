import {
  Agent,
  request as openRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { pipeline } from "node:stream/promises";

const doors = new Set([
  "GET /auth/v1/verify",
  "GET /auth/v1/authorize",
  "GET /auth/v1/callback",
  "POST /auth/v1/callback",
  "GET /auth/v1/.well-known/jwks.json",
]);

/** What the service is told of a request; cookies apart. */
const told = ["accept", "referer", "content-type", "content-length"];

/** What the visitor is told of the answer. */
const answered = [
  ...["cache-control", "content-length", "content-type", "location", "retry-after", "set-cookie"],
  "x-sb-error-code",
];

/** A provider that posts its answer posts a code and a state. */
const largestForm = 65_536;

/**
 * The few addresses of the embedded authentication service that browsers and providers open by themselves, passed on to
 * the backend, which they cannot reach. All else of it stays behind the site's own pages.
 *
 * @param target the backend's address
 */
export function createAuthDoors(target: string) {
  const backend = new URL(target);
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });

  function handle(
    request: IncomingMessage,
    response: ServerResponse,
    visitor: string,
    requestId: string,
  ) {
    if (Number(request.headers["content-length"] ?? 0) > largestForm) {
      response.writeHead(413, { Connection: "close" }).end("That is more than this page takes.\n");
      return;
    }
    const upstream = openRequest(
      {
        agent,
        host: backend.hostname,
        port: backend.port,
        method: request.method,
        path: request.url,
        headers: {
          ...headersFor(request.headers),
          "X-Forwarded-For": visitor,
          "X-Request-Id": requestId,
        },
      },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, picked(answer.headers, answered));
        // A broken pipe means that one side went away: there is nobody left to tell.
        pipeline(answer, response).catch(() => {});
      },
    );
    upstream.on("error", () => {
      if (response.headersSent) response.destroy();
      else response.writeHead(503).end("A service does not answer. Try again soon.\n");
    });
    response.on("close", () => upstream.destroy());
    request.pipe(upstream);
  }

  return {
    leadsTo: ({ method }: IncomingMessage, pathname: string) => doors.has(`${method} ${pathname}`),
    handle,
    close: () => agent.destroy(),
  };
}

/** With the cookies of the service's own flows alone: the visitor's session is none of its business. */
function headersFor(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const cookies = (headers.cookie ?? "").split(/;\s*/);
  return {
    ...picked(headers, told),
    cookie: cookies.filter((each) => each.startsWith("sb-flow-")).join("; "),
  };
}

function picked(headers: IncomingHttpHeaders, names: readonly string[]) {
  const kept: Record<string, string | string[]> = {};
  for (const name of names) {
    const value = headers[name];
    if (value !== undefined) kept[name] = value;
  }
  return kept;
}
