import {
  Agent,
  request as openRequest,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { Duplex, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { LakeIdentity, SiteDoor } from "../app/account/session/site-door.server";
import { createLimiter } from "./rate-limits";
import { opensFromOurPages } from "./same-origin";
import { refuseUpgrade } from "./upgrades";
import { visitorsMayHave } from "./visitor-images";

export interface LakeProxyOptions {
  /** The lake's address, e.g. http://127.0.0.1:4000/lake. */
  target: string;
  /** What proves to the lake that the identity beside it is the site's word. */
  proxyToken: string;
  siteOrigin: string;
  door: () => Promise<SiteDoor>;
}

/** What scripts with a token may ask, by their address: enough for an import, too little to guess a token or to wear the lake out. */
const scripts = { points: 3_000, duration: 60 };
const wrongTokens = { points: 10, duration: 60 };

/** How often it is asked again whether the person of an open WebSocket or event stream may still be there. */
const recheckMilliseconds = 60_000;

/** Headers that belong to one hop of a connection (RFC 9110 §7.6.1), and those that only the site may set. */
const notForwarded = new Set([
  "connection",
  "keep-alive",
  "proxy-authorization",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "host",
  "expect",
  "cookie",
  "set-cookie",
  "authorization",
  "x-lake-identity",
  "x-forwarded-for",
  "x-request-id",
]);

/**
 * Passes what the Studio asks of the lake on, once the visitor's session and role allow it, over HTTP and WebSocket. A
 * script's bearer token goes to the lake as it is, which knows it or refuses it; such a request has no session.
 * Files are public, and images in the forms that visitors may have; nothing else is.
 */
export function createLakeProxy({ target, proxyToken, siteOrigin, door }: LakeProxyOptions) {
  const lake = new URL(target);
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const scriptLimiter = createLimiter("lake-scripts", scripts);
  const wrongTokenLimiter = createLimiter("lake-wrong-tokens", wrongTokens);

  async function handle(
    request: IncomingMessage,
    response: ServerResponse,
    visitor: string,
    requestId: string,
  ) {
    const url = new URL(request.url ?? "/", siteOrigin);
    const reading = request.method === "GET" || request.method === "HEAD";
    const [, kind] = /^\/lake\/(images|files)\//.exec(url.pathname) ?? [];
    if (reading && (kind === "files" || (kind && visitorsMayHave(url)))) {
      return forward(request, response, { "X-Request-Id": requestId }, new Headers());
    }
    const { authorization } = request.headers;
    // The lake delivers pictures without looking at credentials: any header would open the costly forms.
    if (authorization !== undefined && !(reading && kind)) {
      return forwardScript(request, response, visitor, {
        Authorization: authorization,
        "X-Request-Id": requestId,
      });
    }
    const { openSession, lakeAccess, mayStillUseLake, returnPath } = await door();
    if (reading && url.pathname === "/lake/login") {
      const origin = url.searchParams.get("origin") ?? "";
      const studio = URL.canParse(origin) ? new URL(origin).pathname : "/studio";
      const location = `/login?redirectTo=${encodeURIComponent(returnPath(studio))}`;
      return response.writeHead(302, { Location: location }).end();
    }
    if (reading && /^\/lake\/v[^/]+\/ping$/.test(url.pathname)) return sendJson(response, 200, {});

    const outgoing = new Headers();
    const session = openSession(asFetchRequest(request, url), outgoing, visitor);
    if (request.method === "POST" && /^\/lake\/v[^/]+\/auth\/logout$/.test(url.pathname)) {
      await session.auth.signOut();
      setHeaders(response, outgoing);
      return sendJson(response, 200, {});
    }
    const access = await lakeAccess(session);
    if (!access.allowed) {
      setHeaders(response, outgoing);
      return access.reason === "signed-out"
        ? refuse(response, 401, "Unauthorized", "Sign in to use the Studio.")
        : refuse(response, 403, "Forbidden", "Only editors and administrators may use the Studio.");
    }
    const credentials = { ...credentialsOf(access.identity), "X-Request-Id": requestId };
    // An event stream, or a long download, outlives what was just asked.
    endUnless(() => mayStillUseLake(access.identity.id), response);
    return forward(request, response, credentials, outgoing);
  }

  async function forwardScript(
    request: IncomingMessage,
    response: ServerResponse,
    visitor: string,
    credentials: Record<string, string>,
  ): Promise<void> {
    const guesses = await wrongTokenLimiter.isUsedUp(visitor);
    const wait = await scriptLimiter.take(visitor);
    if (guesses || wait !== null) {
      response.setHeader("Retry-After", String(wait ?? 60));
      return refuse(response, 429, "Too Many Requests", "Too many requests: wait a minute.");
    }
    await forward(request, response, credentials, new Headers());
    if (response.statusCode === 401) await wrongTokenLimiter.take(visitor);
  }

  function forward(
    request: IncomingMessage,
    response: ServerResponse,
    credentials: Record<string, string>,
    outgoing: Headers,
  ): Promise<void> {
    return new Promise((resolve) => {
      const upstream = openRequest(
        {
          agent,
          host: lake.hostname,
          port: lake.port,
          method: request.method,
          path: request.url,
          headers: { ...forwardable(request.headers), ...credentials },
        },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, forwardable(answer.headers));
          // A broken pipe means that one side went away: there is nobody left to tell.
          pipeline(answer, response).then(resolve, () => resolve());
        },
      );
      setHeaders(response, outgoing);
      upstream.on("error", () => {
        if (!response.headersSent) {
          refuse(response, 503, "Service Unavailable", "The content lake does not answer.");
        } else {
          response.destroy();
        }
        resolve();
      });
      response.on("close", () => upstream.destroy());
      request.pipe(upstream);
    });
  }

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, visitor: string) {
    if (!opensFromOurPages(request, siteOrigin)) return refuseUpgrade(socket, "403 Forbidden");
    const { openSession, lakeAccess, mayStillUseLake } = await door();
    const url = new URL(request.url ?? "/", siteOrigin);
    const access = await lakeAccess(
      openSession(asFetchRequest(request, url), new Headers(), visitor),
    );
    if (!access.allowed) {
      return refuseUpgrade(
        socket,
        access.reason === "signed-out" ? "401 Unauthorized" : "403 Forbidden",
      );
    }
    const upstream = openRequest({
      host: lake.hostname,
      port: lake.port,
      path: request.url,
      headers: {
        ...forwardable(request.headers),
        ...credentialsOf(access.identity),
        Connection: "Upgrade",
        Upgrade: "websocket",
      },
    });
    upstream.on("error", () => socket.destroy());
    // A client that is gone before the lake has answered leaves nothing open behind it.
    socket.on("close", () => upstream.destroy());
    if (socket.destroyed) upstream.destroy();
    upstream.on("response", ({ statusCode }) =>
      refuseUpgrade(socket, statusCode === 429 ? "429 Too Many Requests" : "502 Bad Gateway"),
    );
    upstream.on("upgrade", (answer, lakeSocket, lakeHead) => {
      const lines = Object.entries(answer.headers).map(([name, value]) => `${name}: ${value}`);
      socket.write(["HTTP/1.1 101 Switching Protocols", ...lines, "", ""].join("\r\n"));
      if (lakeHead.length > 0) socket.write(lakeHead);
      if (head.length > 0) lakeSocket.write(head);
      endUnless(() => mayStillUseLake(access.identity.id), socket);
      socket.on("close", () => lakeSocket.destroy());
      lakeSocket.on("close", () => socket.destroy());
      lakeSocket.on("error", () => socket.destroy());
      // An open Studio may be silent for longer than a connection on which nothing moves.
      request.socket.setTimeout(0);
      socket.pipe(lakeSocket);
      lakeSocket.pipe(socket);
    });
    upstream.end();
  }

  const credentialsOf = (identity: LakeIdentity) => ({
    Authorization: `Bearer ${proxyToken}`,
    "X-Lake-Identity": Buffer.from(JSON.stringify(identity)).toString("base64url"),
  });

  return { handle, upgrade, close: () => agent.destroy() };
}

/** Ends a connection as soon as its person may not be there any more. */
function endUnless(mayStay: () => Promise<boolean>, connection: Writable) {
  const recheck = setInterval(() => {
    mayStay().then(
      (may) => may || connection.destroy(),
      () => {}, // The database is away for a moment: the next round asks again.
    );
  }, recheckMilliseconds);
  connection.on("close", () => clearInterval(recheck));
}

function forwardable(headers: IncomingMessage["headers"]): Record<string, string | string[]> {
  const kept: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !notForwarded.has(name)) kept[name] = value;
  }
  return kept;
}

/** The part of a request that the session reads: its address and its cookies. */
function asFetchRequest(request: IncomingMessage, url: URL): Request {
  return new Request(url, { headers: { Cookie: request.headers.cookie ?? "" } });
}

function setHeaders(response: ServerResponse, headers: Headers) {
  for (const [name, value] of headers) response.appendHeader(name, value);
}

/** Errors as Sanity's API shapes them, so that its clients can read them. */
function refuse(response: ServerResponse, statusCode: number, error: string, message: string) {
  sendJson(response, statusCode, { statusCode, error, message });
}

function sendJson(response: ServerResponse, status: number, body: object) {
  response
    .writeHead(status, { "Content-Type": "application/json", "Cache-Control": "private, no-store" })
    .end(JSON.stringify(body));
}
