import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { ServerBuild } from "@remix-run/node";
import { endSiteOf } from "@platen/kit";
import { refuse } from "./http/error-responses";
import { tooManyRequests } from "./limits/rate-limits";
import {
  buildSecurityHeaders,
  type SecurityContext,
  type Surface,
} from "./security/security-headers";

/** Proof that a request has its response, with security headers: only `RequestContext` makes it. */
class Handled {
  readonly #isHandled = true;

  get isHandled(): boolean {
    return this.#isHandled;
  }
}

export type { Handled };

/** Responds to a request, or leaves it to the next stage by returning null. */
export type Stage = (context: RequestContext) => Handled | null | Promise<Handled | null>;

/** The app that Remix compiled. */
export interface LoadedApp {
  /** The build to use: in development the newest one, compiled on request. */
  load(): Promise<ServerBuild>;
  /** Serves Vite's own files, in development only. */
  developmentFiles?: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

/** The security headers of a site, but for what differs between its responses. */
export type SiteSecurity = Omit<SecurityContext, "surface" | "scriptSources"> & {
  mode: "production" | "development";
};

interface RequestFacts {
  requestId: string;
  /** The URL of its cached page; null when its response is for one visitor. */
  cacheKey: string | null;
  clientIp: string;
  /** The account that its session was verified as by an earlier request. */
  account: string | null;
  /** Resolves in the next turn of its network. */
  turn: () => Promise<void>;
}

/** What the stages know of one request, and the only way in which they respond. */
export class RequestContext {
  readonly url: URL;
  readonly requestId: string;
  readonly cacheKey: string | null;
  readonly clientIp: string;
  /** The visitor's network, by which slots and turns are shared. */
  readonly network: string;
  readonly account: string | null;
  /**
   * Resolves in the next turn of its network: for what goes on when a body is complete. Two
   * thousand forms that ended in the same moment were all refused in one turn of the event loop, of
   * 1.3 s.
   */
  readonly turn: () => Promise<void>;
  readonly #security: SiteSecurity;
  #nonce: string | undefined;

  constructor(
    readonly request: IncomingMessage,
    readonly response: ServerResponse,
    url: URL,
    { requestId, cacheKey, clientIp, account, turn }: RequestFacts,
    security: SiteSecurity,
  ) {
    this.url = url;
    this.requestId = requestId;
    this.cacheKey = cacheKey;
    this.clientIp = clientIp;
    this.network = endSiteOf(clientIp);
    this.account = account;
    this.turn = turn;
    this.#security = security;
  }

  /** For the inline scripts of a page that is rendered for one visitor. */
  get nonce(): string {
    return (this.#nonce ??= randomBytes(16).toString("base64"));
  }

  get isSafeMethod(): boolean {
    return this.request.method === "GET" || this.request.method === "HEAD";
  }

  /** Responds with the security headers of a surface, which are computed once a request. */
  async respond(surface: Surface, send: () => void | Promise<void>): Promise<Handled> {
    this.#setHeaders(surface);
    await send();
    return new Handled();
  }

  /** Like `respond`, for what may find that it has no response: then `send` returns false. */
  async tryToRespond(surface: Surface, send: () => Promise<boolean>): Promise<Handled | null> {
    this.#setHeaders(surface);
    return (await send()) ? new Handled() : null;
  }

  /**
   * Responds with a page for everyone, which has headers of its own: its policy names its scripts.
   * Null when `fill` returns false: the page is for one visitor.
   */
  async fillFromCache(fill: () => Promise<boolean>): Promise<Handled | null> {
    return (await fill()) ? new Handled() : null;
  }

  /** The same with the last version of a page, if there is one. */
  tryToRespondFromCache(send: () => boolean): Handled | null {
    return send() ? new Handled() : null;
  }

  /** Refuses the request in a sentence, in the format of the protocol at its path. */
  refuse(status: number, sentence: string, headers?: Record<string, string>): Promise<Handled> {
    return this.respond("api", () =>
      refuse(this.request, this.response, status, sentence, headers),
    );
  }

  /** Refuses a request beyond a limit, which may come again after so many seconds. */
  refuseFor(seconds: number): Promise<Handled> {
    return this.refuse(429, tooManyRequests(seconds), { "Retry-After": String(seconds) });
  }

  #setHeaders(surface: Surface): void {
    const headers = buildSecurityHeaders({
      ...this.#security,
      surface,
      scriptSources: surface === "page" || surface === "preview" ? [`'nonce-${this.nonce}'`] : [],
    });
    // Vite's development client inserts its own scripts and styles, which a strict policy would
    // block.
    if (this.#security.mode === "development") delete headers["Content-Security-Policy"];
    for (const [name, value] of Object.entries(headers)) this.response.setHeader(name, value);
    // For a small file, most bytes would be headers.
    if (surface !== "file") this.response.setHeader("X-Request-Id", this.requestId);
  }
}
