import { STATUS_CODES, type IncomingMessage, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { endSiteOf } from "@platen/kit";
import type { TokenChange } from "~/account/administration/lake-tokens.server";
import type { StudioAccess, LakeIdentity } from "~/account/session/studio-session.server";
import type { Session } from "~/account/session/session.server";
import { VerifiedSessions } from "../limits/verified-sessions";
import { forwardable } from "./forwarded-headers";
import { LakeForwarder } from "./lake-forwarder";
import { isPublic } from "./lake-purposes";
import { closeWhenAccessEnds, openLakeSocket } from "./lake-socket";
import {
  admitToLake,
  lossOfAccess,
  recheckLater,
  refusalOf,
  type Exchange,
} from "./lake-admission";
import { SessionGuesses } from "./session-guesses";
import { TokenGuesses } from "./token-guesses";
import { redirectToLogin, sendJson, setHeaders } from "./own-responses";
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
  /** The cookie that ends a preview. */
  closePreview: () => Promise<string>;
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
 * Public event streams that a network may open, and CORS checks by Sanity's client, which makes one
 * when it gets no stream: each takes 3 ms.
 */
const publicStreams = { points: 30, duration: 60 };

const tooManyRequests = "Too many requests: wait a minute.";
const guessing = "Too many requests without a session: wait a minute, or sign in.";

const methods = ["GET", "HEAD", "POST", "PUT", "DELETE"];
const Allow = methods.join(", ");

const waitFor = (seconds: number) => ({ "Retry-After": String(seconds) });

/**
 * Forwards the Studio's requests to the lake, once the visitor's session and role allow it, over
 * HTTP and WebSocket. A script's bearer token is forwarded as it is, and the lake accepts or
 * refuses it; such a request has no session. Public without a session: files, the image
 * transformations allowed to visitors, the live event stream, and the CORS check.
 */
export class LakeProxy {
  readonly #options: LakeProxyOptions;
  readonly #lake: URL;
  readonly #forwarder: LakeForwarder;
  readonly #scriptLimiter = createLimiter("lake-scripts", scripts);
  readonly #publicStreamLimiter = createLimiter("lake-public-streams", publicStreams);
  readonly #tokenGuesses = new TokenGuesses();
  readonly #sessionGuesses: SessionGuesses;

  constructor(options: LakeProxyOptions) {
    this.#options = options;
    this.#lake = new URL(options.target);
    this.#forwarder = new LakeForwarder(this.#lake);
    this.#sessionGuesses = new SessionGuesses(new VerifiedSessions(options.sessionCookie));
  }

  async handle(
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
    const url = new URL(request.url ?? "/", this.#options.siteOrigin);
    const reading = request.method === "GET" || request.method === "HEAD";
    const [, kind] = /^\/lake\/(images|files)\//.exec(url.pathname) ?? [];
    const isForAsset = kind !== undefined;
    const exchange = { request, response, url, clientIp, requestId, reading, isForAsset };
    const { authorization } = request.headers;
    if (reading && (kind === "files" || (isForAsset && visitorsMayHave(url)))) {
      const visitorHeaders = { "X-Request-Id": requestId, "X-Lake-Visitor": endSiteOf(clientIp) };
      return this.#forwarder.forward(request, response, clientIp, visitorHeaders);
    }
    if (reading && isPublic(request, url) && authorization === undefined) {
      return this.#forwardPublicStream(exchange);
    }
    // The lake delivers pictures without checking credentials: any header would give access to the
    // costly forms.
    if (authorization !== undefined && !(reading && isForAsset)) {
      return this.#forwardScript(exchange, authorization);
    }
    if (reading && url.pathname === "/lake/login") return redirectToLogin(exchange);
    if (reading && /^\/lake\/v[^/]+\/ping$/.test(url.pathname)) return sendJson(response, 200, {});
    return this.#handleStudio(exchange);
  }

  async #forwardPublicStream(exchange: Exchange): Promise<void> {
    const { request, response, clientIp, requestId } = exchange;
    const wait = await this.#publicStreamLimiter.take(clientIp);
    if (wait !== null) return refuse(request, response, 429, tooManyRequests, waitFor(wait));
    return this.#forwarder.forward(request, response, clientIp, { "X-Request-Id": requestId });
  }

  async #forwardScript(exchange: Exchange, Authorization: string): Promise<void> {
    const { request, response, clientIp, requestId } = exchange;
    const credentials = { Authorization, "X-Request-Id": requestId };
    const wait = await this.#scriptLimiter.take(clientIp);
    if (wait !== null) return refuse(request, response, 429, tooManyRequests, waitFor(wait));
    // Before a slot is taken: four networks with made-up tokens and bodies that never arrived held
    // all of them.
    const isValid =
      this.#forwarder.hasSeenToken(Authorization) ||
      (await this.#tokenGuesses.check(credentials, clientIp, (each) =>
        this.#forwarder.knowsToken(each),
      ));
    if (isValid) return this.#forwarder.forward(request, response, clientIp, credentials);
    if (isValid === null) return refuse(request, response, 429, tooManyRequests, waitFor(60));
    refuse(request, response, 401, "Unauthorized - Session not found");
  }

  /** Forwards what a browser sends for its user. */
  async #handleStudio(exchange: Exchange): Promise<void> {
    const { request, response, url, clientIp, requestId } = exchange;
    const responseHeaders = new Headers();
    const session = this.#openSession(request, url, responseHeaders, clientIp);
    const access = await this.#accessOf(request, session, clientIp);
    if (!access) return refuse(request, response, 429, guessing, waitFor(60));
    if (request.method === "POST" && /^\/lake\/v[^/]+\/auth\/logout$/.test(url.pathname)) {
      // This session alone: one that has only the password must not end its owner's others.
      if (await session.claims()) await session.signOut();
      responseHeaders.append("Set-Cookie", await this.#options.closePreview());
      setHeaders(response, responseHeaders);
      return sendJson(response, 200, {});
    }
    const admission = await admitToLake(exchange, access, (administrator, change) =>
      this.#options.admitTokenChange(session, administrator, change),
    );
    setHeaders(response, responseHeaders);
    if ("status" in admission)
      return refuse(request, response, admission.status, admission.sentence);
    const { identity } = admission;
    // An event stream, or a long download, outlives this check.
    closeWhenAccessEnds(response, () => this.#keepsAccess(session, identity));
    const credentials = { ...this.#credentialsOf(identity), "X-Request-Id": requestId };
    // A slow upload also outlives it.
    const recheck = recheckLater(identity, () => this.#options.studioAccess(session));
    return this.#forwarder.forward(request, response, clientIp, credentials, recheck);
  }

  async upgrade(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    clientIp: string,
  ): Promise<void> {
    const { siteOrigin } = this.#options;
    if (!isSameOriginUpgrade(request, siteOrigin)) {
      return refuseUpgrade(socket, "403 Forbidden", "This request came from another site.");
    }
    const url = new URL(request.url ?? "/", siteOrigin);
    const session = this.#openSession(request, url, new Headers(), clientIp);
    const access = await this.#accessOf(request, session, clientIp);
    if (!access) return refuseUpgrade(socket, "429 Too Many Requests", guessing);
    if (!access.allowed) {
      const { status, sentence } = refusalOf(access.reason);
      return refuseUpgrade(socket, `${status} ${STATUS_CODES[status]}`, sentence);
    }
    const headers = { ...forwardable(request.headers), ...this.#credentialsOf(access.identity) };
    const mayStay = () => this.#keepsAccess(session, access.identity);
    openLakeSocket({ lake: this.#lake, request, socket, head, headers, mayStay });
  }

  /** The session of a request's cookies: all that it reads of it. */
  #openSession(request: IncomingMessage, url: URL, headers: Headers, clientIp: string): Session {
    const cookies = { Cookie: request.headers.cookie ?? "" };
    return this.#options.openSession(new Request(url, { headers: cookies }), headers, clientIp);
  }

  /** @returns null when its network has guessed too many sessions */
  #accessOf(request: IncomingMessage, session: Session, clientIp: string) {
    return this.#sessionGuesses.check(request, clientIp, () => this.#options.studioAccess(session));
  }

  async #keepsAccess(session: Session, identity: LakeIdentity): Promise<boolean> {
    return lossOfAccess(identity, await this.#options.studioAccess(session)) === null;
  }

  #credentialsOf(identity: LakeIdentity) {
    return {
      Authorization: `Bearer ${this.#options.proxyToken}`,
      "X-Lake-Identity": Buffer.from(JSON.stringify(identity)).toString("base64url"),
    };
  }

  /** Whether the credentials of a request were accepted before. */
  hasAdmitted({ headers: { authorization, cookie } }: IncomingMessage): boolean {
    if (authorization === undefined) return this.#sessionGuesses.knows(cookie);
    return this.#forwarder.hasSeenToken(authorization);
  }

  close(): void {
    this.#forwarder.close();
  }
}
