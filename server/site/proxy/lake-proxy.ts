import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { endSiteOf } from "@platen/kit";
import type { TokenChange } from "~/account/administration/lake-tokens.server";
import type { StudioAccess, LakeIdentity } from "~/account/session/studio-session.server";
import type { Session } from "~/account/session/session.server";
import { returnPath } from "~/account/sign-in/return-to";
import { VerifiedSessions } from "../limits/verified-sessions";
import { forwardable } from "./forwarded-headers";
import { createLakeForwarder, isPublicStream } from "./lake-forwarder";
import { endWithoutAccess, openLakeSocket } from "./lake-socket";
import { SessionGuesses } from "./session-guesses";
import { tokenChangeOf } from "./token-change";
import { TokenGuesses } from "./token-guesses";
import { createLimiter } from "../limits/limiter";
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
  openSession: (request: Request, responseHeaders: Headers, clientIp: string) => Session;
  studioAccess: (session: Session) => Promise<StudioAccess>;
  admitTokenChange: (
    session: Session,
    administrator: LakeIdentity,
    change: TokenChange,
  ) => Promise<boolean>;
  /** The prefix of the session's cookie names. */
  sessionCookie: string;
}

/**
 * The limit for scripts with a token, per IP address: enough for an import, too little to guess a
 * token or to overload the lake.
 */
const scripts = { points: 3_000, duration: 60 };

/**
 * Public event streams that a network may open, and questions about CORS, which Sanity's client asks
 * when it gets no stream: each takes 3 ms.
 */
const publicStreams = { points: 30, duration: 60 };

const formRefusal =
  "Images with effects, with fm=avif, or larger than their originals are available to editors only. Ask for fit=max and auto=format, or sign in.";

const signedOut = "Sign in to use the Studio.";
const notAnEditor = "Only editors and administrators may use the Studio.";
const stale = "Creating or revoking a token requires a recent sign-in: sign in again.";
const tooManyRequests = "Too many requests: wait a minute.";
const guessing = "Too many requests without a session: wait a minute, or sign in.";

const methods = ["GET", "HEAD", "POST", "PUT", "DELETE"];
const Allow = methods.join(", ");

const waitFor = (seconds: number) => ({ "Retry-After": String(seconds) });

export type LakeProxy = ReturnType<typeof createLakeProxy>;

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
  openSession,
  studioAccess,
  admitTokenChange,
  sessionCookie,
}: LakeProxyOptions) {
  const lake = new URL(target);
  const { forward, knowsToken, hasSeenToken, close } = createLakeForwarder(lake);
  const scriptLimiter = createLimiter("lake-scripts", scripts);
  const publicStreamLimiter = createLimiter("lake-public-streams", publicStreams);
  const tokenGuesses = new TokenGuesses();
  const sessionGuesses = new SessionGuesses(new VerifiedSessions(sessionCookie));

  async function handle(
    request: IncomingMessage,
    response: ServerResponse,
    clientIp: string,
    requestId: string,
  ): Promise<void> {
    if (!methods.includes(request.method ?? "")) {
      // Including preflights: pages of other origins get nothing from here.
      const sentence = `The content lake accepts ${Allow}.`;
      return refuse(request, response, 405, sentence, { Allow });
    }
    const url = new URL(request.url ?? "/", siteOrigin);
    const reading = request.method === "GET" || request.method === "HEAD";
    const [, kind] = /^\/lake\/(images|files)\//.exec(url.pathname) ?? [];
    if (reading && (kind === "files" || (kind && visitorsMayHave(url)))) {
      const visitorHeaders = { "X-Request-Id": requestId, "X-Lake-Visitor": endSiteOf(clientIp) };
      return forward(request, response, clientIp, visitorHeaders);
    }
    const { authorization } = request.headers;
    // A request from a browser is the Studio's, which learns from a refusal that its user is signed
    // out.
    const isScript = request.headers["sec-fetch-site"] === undefined;
    const isPublic = (isScript && isPublicStream(url.pathname + url.search)) || isCorsCheck(url);
    if (reading && isPublic && authorization === undefined) {
      const wait = await publicStreamLimiter.take(clientIp);
      if (wait !== null) return refuse(request, response, 429, tooManyRequests, waitFor(wait));
      return forward(request, response, clientIp, { "X-Request-Id": requestId });
    }
    // The lake delivers pictures without checking credentials: any header would give access to the
    // costly forms.
    if (authorization !== undefined && !(reading && kind)) {
      return forwardScript(request, response, clientIp, {
        Authorization: authorization,
        "X-Request-Id": requestId,
      });
    }
    if (reading && url.pathname === "/lake/login") {
      const origin = url.searchParams.get("origin") ?? "";
      const studio = URL.canParse(origin) ? new URL(origin).pathname : "/studio";
      const location = `/login?redirectTo=${encodeURIComponent(returnPath(studio))}`;
      return void response.writeHead(302, { Location: location }).end();
    }
    if (reading && /^\/lake\/v[^/]+\/ping$/.test(url.pathname)) return sendJson(response, 200, {});

    const responseHeaders = new Headers();
    const session = openSession(asFetchRequest(request, url), responseHeaders, clientIp);
    const access = await sessionGuesses.check(request, clientIp, () => studioAccess(session));
    if (!access) return refuse(request, response, 429, guessing, { "Retry-After": "60" });
    if (request.method === "POST" && /^\/lake\/v[^/]+\/auth\/logout$/.test(url.pathname)) {
      // This session alone: one that has only the password must not end its owner's others.
      if (await session.claims()) await session.signOut();
      setHeaders(response, responseHeaders);
      return sendJson(response, 200, {});
    }
    if (!access.allowed) {
      setHeaders(response, responseHeaders);
      if (reading && kind) return refuse(request, response, 403, formRefusal);
      return access.reason === "signed-out"
        ? refuse(request, response, 401, signedOut)
        : refuse(request, response, 403, notAnEditor);
    }
    if (isAnotherAccounts(request, access.identity)) {
      setHeaders(response, responseHeaders);
      return refuse(request, response, 403, "Another account is signed in in this browser.");
    }
    const change = tokenChangeOf(request, url);
    // The lake itself refuses editors.
    if (
      change &&
      access.identity.role === "administrator" &&
      !(await admitTokenChange(session, access.identity, change))
    ) {
      setHeaders(response, responseHeaders);
      return refuse(request, response, 403, stale);
    }
    const credentials = { ...credentialsOf(access.identity), "X-Request-Id": requestId };
    // An event stream, or a long download, outlives this check.
    endWithoutAccess(response, async () => (await studioAccess(session)).allowed);
    setHeaders(response, responseHeaders);
    return forward(request, response, clientIp, credentials);
  }

  async function forwardScript(
    request: IncomingMessage,
    response: ServerResponse,
    clientIp: string,
    credentials: { Authorization: string; "X-Request-Id": string },
  ): Promise<void> {
    const wait = await scriptLimiter.take(clientIp);
    if (wait !== null) return refuse(request, response, 429, tooManyRequests, waitFor(wait));
    // Before a slot is taken: four networks with made-up tokens and bodies that never arrived held
    // all of them.
    const isValid =
      hasSeenToken(credentials.Authorization) ||
      (await tokenGuesses.check(credentials, clientIp, knowsToken));
    if (isValid) return forward(request, response, clientIp, credentials);
    if (isValid === null) return refuse(request, response, 429, tooManyRequests, waitFor(60));
    refuse(request, response, 401, "Unauthorized - Session not found");
  }

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, clientIp: string) {
    if (!isSameOriginUpgrade(request, siteOrigin)) {
      return refuseUpgrade(socket, "403 Forbidden", "This request came from another site.");
    }
    const url = new URL(request.url ?? "/", siteOrigin);
    const session = openSession(asFetchRequest(request, url), new Headers(), clientIp);
    const access = await sessionGuesses.check(request, clientIp, () => studioAccess(session));
    if (!access) return refuseUpgrade(socket, "429 Too Many Requests", guessing);
    if (!access.allowed) {
      return access.reason === "signed-out"
        ? refuseUpgrade(socket, "401 Unauthorized", signedOut)
        : refuseUpgrade(socket, "403 Forbidden", notAnEditor);
    }
    const headers = { ...forwardable(request.headers), ...credentialsOf(access.identity) };
    const mayStay = async () => (await studioAccess(session)).allowed;
    openLakeSocket({ lake, request, socket, head, headers, mayStay });
  }

  const credentialsOf = (identity: LakeIdentity) => ({
    Authorization: `Bearer ${proxyToken}`,
    "X-Lake-Identity": Buffer.from(JSON.stringify(identity)).toString("base64url"),
  });

  /** Whether the credentials of a request were accepted before. */
  const hasAdmitted = ({ headers: { authorization, cookie } }: IncomingMessage): boolean =>
    authorization === undefined ? sessionGuesses.knows(cookie) : hasSeenToken(authorization);

  return { handle, upgrade, hasAdmitted, close };
}

/**
 * Whether the Studio was opened by another user than the one whose session the browser now sends.
 */
const isAnotherAccounts = ({ headers }: IncomingMessage, { id }: LakeIdentity) =>
  headers["x-studio-person"] !== undefined && headers["x-studio-person"] !== id;

/** What Sanity's client requests when it gets no events. */
const isCorsCheck = ({ pathname }: URL) => /^\/lake\/v[^/]+\/check\/cors$/.test(pathname);

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
