import {
  request as openRequest,
  STATUS_CODES,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { Duplex, Writable } from "node:stream";
import type {
  LakeAccess,
  LakeIdentity,
  SiteDoor,
} from "../../../app/account/session/site-door.server";
import { endSiteOf } from "../../../services/ip-networks";
import type { VerifiedSessions } from "../limits/verified-sessions";
import { createLakeForwarder, forwardable, isPublicStream } from "./lake-forwarder";
import { createLimiter } from "../limits/rate-limits";
import { refuse } from "../http/error-responses";
import { isSameOriginUpgrade } from "../security/csrf";
import { refuseUpgrade } from "../http/upgrades";
import { visitorsMayHave } from "./public-image-rules";

export interface LakeProxyOptions {
  /** The lake's URL, e.g. http://127.0.0.1:4000/lake. */
  target: string;
  /** Proves to the lake that the identity sent with it comes from the site. */
  proxyToken: string;
  siteOrigin: string;
  door: () => Promise<SiteDoor>;
  verifiedSessions: VerifiedSessions;
}

/**
 * The limit for scripts with a token, per IP address: enough for an import, too little to guess a
 * token or to overload the lake.
 */
const scripts = { points: 3_000, duration: 60 };
const wrongTokens = { points: 10, duration: 60 };

/** Refused sessions. Each costs a lookup of the account: made-up ones took two thirds of a core. */
const wrongSessions = { points: 60, duration: 60 };

const formRefusal =
  "Images with effects, in AVIF by name, or larger than their originals are for editors. Ask for fit=max and auto=format, or sign in.";

const signedOut = "Sign in to use the Studio.";
const notAnEditor = "Only editors and administrators may use the Studio.";
const guessing = "Too many requests without a session: wait a minute, or sign in.";

const methods = ["GET", "HEAD", "POST", "PUT", "DELETE"];
const Allow = methods.join(", ");

/** How often the access of an open WebSocket or event stream is checked again. */
const recheckMilliseconds = 60_000;

/**
 * Forwards the Studio's requests to the lake, once the visitor's session and role allow it, over
 * HTTP and WebSocket. A script's bearer token is forwarded as it is, and the lake accepts or
 * refuses it; such a request has no session. Files are public, and images in the forms that
 * visitors may have; nothing else is.
 */
export function createLakeProxy({
  target,
  proxyToken,
  siteOrigin,
  door,
  verifiedSessions,
}: LakeProxyOptions) {
  const lake = new URL(target);
  const { forward, knowsToken, close } = createLakeForwarder(lake);
  const scriptLimiter = createLimiter("lake-scripts", scripts);
  const wrongTokenLimiter = createLimiter("lake-wrong-tokens", wrongTokens);
  const wrongSessionLimiter = createLimiter("lake-wrong-sessions", wrongSessions);

  async function handle(
    request: IncomingMessage,
    response: ServerResponse,
    visitor: string,
    requestId: string,
  ) {
    if (!methods.includes(request.method ?? "")) {
      // Including preflights: pages of other origins get nothing from here.
      const sentence = `The content lake takes ${Allow}.`;
      return refuse(request, response, 405, sentence, { Allow });
    }
    const url = new URL(request.url ?? "/", siteOrigin);
    const reading = request.method === "GET" || request.method === "HEAD";
    const [, kind] = /^\/lake\/(images|files)\//.exec(url.pathname) ?? [];
    if (reading && (kind === "files" || (kind && visitorsMayHave(url)))) {
      const visitorHeaders = { "X-Request-Id": requestId, "X-Lake-Visitor": endSiteOf(visitor) };
      return forward(request, response, visitor, visitorHeaders);
    }
    const { authorization } = request.headers;
    // A request from a browser is the Studio's, which learns from a refusal that its user is signed
    // out.
    const isScript = request.headers["sec-fetch-site"] === undefined;
    const isPublic = (isScript && isPublicStream(url.pathname + url.search)) || isCorsCheck(url);
    if (reading && isPublic && authorization === undefined) {
      return forward(request, response, visitor, { "X-Request-Id": requestId });
    }
    // The lake delivers pictures without checking credentials: any header would give access to the
    // costly forms.
    if (authorization !== undefined && !(reading && kind)) {
      return forwardScript(request, response, visitor, {
        Authorization: authorization,
        "X-Request-Id": requestId,
      });
    }
    const { openSession, lakeAccess, returnPath } = await door();
    if (reading && url.pathname === "/lake/login") {
      const origin = url.searchParams.get("origin") ?? "";
      const studio = URL.canParse(origin) ? new URL(origin).pathname : "/studio";
      const location = `/login?redirectTo=${encodeURIComponent(returnPath(studio))}`;
      return response.writeHead(302, { Location: location }).end();
    }
    if (reading && /^\/lake\/v[^/]+\/ping$/.test(url.pathname)) return sendJson(response, 200, {});

    if (await isGuessing(request, visitor)) {
      return refuse(request, response, 429, guessing, { "Retry-After": "60" });
    }
    const responseHeaders = new Headers();
    const session = openSession(asFetchRequest(request, url), responseHeaders, visitor);
    if (request.method === "POST" && /^\/lake\/v[^/]+\/auth\/logout$/.test(url.pathname)) {
      await session.auth.signOut();
      setHeaders(response, responseHeaders);
      return sendJson(response, 200, {});
    }
    const access = await lakeAccess(session);
    await countSession(request, visitor, access);
    if (!access.allowed) {
      setHeaders(response, responseHeaders);
      if (reading && kind) return refuse(request, response, 403, formRefusal);
      return access.reason === "signed-out"
        ? refuse(request, response, 401, signedOut)
        : refuse(request, response, 403, notAnEditor);
    }
    if (isSomebodyElses(request, access.identity)) {
      setHeaders(response, responseHeaders);
      return refuse(request, response, 403, "Another account is signed in in this browser.");
    }
    const credentials = { ...credentialsOf(access.identity), "X-Request-Id": requestId };
    // An event stream, or a long download, outlives this check.
    endUnless(async () => (await lakeAccess(session)).allowed, response);
    setHeaders(response, responseHeaders);
    return forward(request, response, visitor, credentials);
  }

  /** Whether too many sessions from this IP address were refused, and this one is not known. */
  async function isGuessing({ headers }: IncomingMessage, visitor: string): Promise<boolean> {
    if (verifiedSessions.accountOf(headers.cookie) !== null) return false;
    return wrongSessionLimiter.isUsedUp(visitor);
  }

  async function countSession({ headers }: IncomingMessage, visitor: string, access: LakeAccess) {
    if (access.allowed) verifiedSessions.remember(headers.cookie ?? "", access.identity.id);
    else await wrongSessionLimiter.take(visitor);
  }

  async function forwardScript(
    request: IncomingMessage,
    response: ServerResponse,
    visitor: string,
    credentials: { Authorization: string; "X-Request-Id": string },
  ): Promise<void> {
    const guesses = await wrongTokenLimiter.isUsedUp(visitor);
    const wait = await scriptLimiter.take(visitor);
    if (guesses || wait !== null) {
      return refuse(request, response, 429, "Too many requests: wait a minute.", {
        "Retry-After": String(wait ?? 60),
      });
    }
    // Before a slot is taken: four networks with made-up tokens and bodies that never arrived held
    // all of them.
    if (await knowsToken(credentials)) {
      return forward(request, response, visitor, credentials);
    }
    await wrongTokenLimiter.take(visitor);
    refuse(request, response, 401, "Unauthorized - Session not found");
  }

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, visitor: string) {
    if (!isSameOriginUpgrade(request, siteOrigin)) {
      return refuseUpgrade(socket, "403 Forbidden", "This request came from another site.");
    }
    if (await isGuessing(request, visitor)) {
      return refuseUpgrade(socket, "429 Too Many Requests", guessing);
    }
    const { openSession, lakeAccess } = await door();
    const url = new URL(request.url ?? "/", siteOrigin);
    const session = openSession(asFetchRequest(request, url), new Headers(), visitor);
    const access = await lakeAccess(session);
    await countSession(request, visitor, access);
    if (!access.allowed) {
      return access.reason === "signed-out"
        ? refuseUpgrade(socket, "401 Unauthorized", signedOut)
        : refuseUpgrade(socket, "403 Forbidden", notAnEditor);
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
    // A client that disconnects before the lake has responded must leave no connection open.
    socket.on("close", () => upstream.destroy());
    if (socket.destroyed) upstream.destroy();
    upstream.on("response", ({ statusCode }) => {
      refuseUpgrade(
        socket,
        refusalOf(statusCode),
        "The content lake does not open this WebSocket.",
      );
    });
    upstream.on("upgrade", (answer, lakeSocket, lakeHead) => {
      const lines = Object.entries(answer.headers).map(([name, value]) => `${name}: ${value}`);
      socket.write(["HTTP/1.1 101 Switching Protocols", ...lines, "", ""].join("\r\n"));
      if (lakeHead.length > 0) socket.write(lakeHead);
      if (head.length > 0) lakeSocket.write(head);
      endUnless(async () => (await lakeAccess(session)).allowed, socket);
      socket.on("close", () => lakeSocket.destroy());
      lakeSocket.on("close", () => socket.destroy());
      lakeSocket.on("error", () => socket.destroy());
      // An open Studio may be silent for longer than the idle timeout of other connections.
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

  return { handle, upgrade, close };
}

/**
 * Whether the Studio was opened by another user than the one whose session the browser now sends.
 */
const isSomebodyElses = ({ headers }: IncomingMessage, { id }: LakeIdentity) =>
  headers["x-studio-person"] !== undefined && headers["x-studio-person"] !== id;

/** What Sanity's client requests when it gets no events. */
const isCorsCheck = ({ pathname }: URL) => /^\/lake\/v[^/]+\/check\/cors$/.test(pathname);

/** Ends a connection as soon as its user loses access. */
function endUnless(mayStay: () => Promise<boolean>, connection: Writable) {
  const recheck = setInterval(() => {
    mayStay().then(
      (may) => may || connection.destroy(),
      () => {}, // The database is unavailable for now: the next round checks again.
    );
  }, recheckMilliseconds);
  connection.on("close", () => clearInterval(recheck));
}

/** The part of a request that the session reads: its URL and its cookies. */
function asFetchRequest(request: IncomingMessage, url: URL): Request {
  return new Request(url, { headers: { Cookie: request.headers.cookie ?? "" } });
}

function setHeaders(response: ServerResponse, headers: Headers) {
  for (const [name, value] of headers) response.appendHeader(name, value);
}

/** A response of the site's own at a path of the lake; it must not be stored. */
function sendJson(response: ServerResponse, status: number, body: object) {
  response
    .writeHead(status, {
      "Content-Type": "application/json; charset=utf-8",
      "Cache-Control": "private, no-store",
    })
    .end(JSON.stringify(body));
}

/**
 * The lake's refusal of a handshake, as the client receives it; anything else is a fault on our
 * side.
 */
const refusalOf = (status = 502) =>
  status >= 400 && status < 500
    ? `${status} ${STATUS_CODES[status] ?? "Refused"}`
    : "502 Bad Gateway";
