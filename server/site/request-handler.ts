import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { endSiteOf, onBehalfOf } from "@platen/kit";
import { pageKey } from "./cache/cache-key";
import type { PageCache } from "./cache/page-cache";
import { isFromGateway } from "./gateway-api";
import { BodyFlow } from "./http/body-flow";
import { refuse, refuseAfterDelay } from "./http/error-responses";
import type { Pipelining } from "./http/pipelining";
import { isChunked, problemWithFraming, type FramingProblem } from "./http/request-framing";
import { parseTarget } from "./http/request-target";
import { closeUnlessRead } from "./http/unread-body";
import { EventLoopScheduler, type EventLoopPressure } from "./limits/event-loop-scheduler";
import { FairTurns } from "./limits/fair-turns";
import { chunkedWeight, refusalWeight, type FloodDetector } from "./limits/flood-detection";
import type { ParsingBudget } from "./limits/parsing-budget";
import type { VerifiedSessions } from "./limits/verified-sessions";
import type { RequestWatch } from "./observe/request-log";
import { RequestContext, type SiteSecurity, type Stage } from "./request-context";
import { apiHeaders } from "./security/security-headers";

interface Parts {
  siteOrigin: string;
  security: SiteSecurity;
  logger: Logger;
  watch: RequestWatch;
  clientIpOf: (request: IncomingMessage) => string;
  /** Cached pages; none in development. */
  pages: PageCache | null;
  verifiedSessions: VerifiedSessions;
  pipelining: Pipelining;
  /** The processor time that each network's requests may take to parse; null in development. */
  parsingBudget: ParsingBudget | null;
  /**
   * Receives a request that was refused, and its weight in flood detection; negative when it was
   * allowed after all.
   */
  onRefused: (request: IncomingMessage, weight: number) => void;
  /** Whether the lake has accepted the credentials of a request before. */
  hasAdmitted: (request: IncomingMessage) => boolean;
  /** Behind a proxy: which visitors' networks flood. Null where their connections are counted. */
  floods: FloodDetector | null;
  personalCookies: readonly string[];
  /** Whether connections are arriving at the server. */
  isAccepting: () => boolean;
  pressure: EventLoopPressure;
  stages: readonly Stage[];
}

/**
 * Dispatches the requests of the site: to the page cache on the bare request, and what it does not
 * serve to the stages, in fair turns. No request can make it throw.
 */
export class RequestHandler {
  readonly #parts: Parts;
  /** Turns for cached pages and refusals, which are cheap. */
  readonly #turns: FairTurns;
  readonly #arrivals: EventLoopScheduler;
  readonly #bodyFlow = new BodyFlow();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#turns = new FairTurns(parts.isAccepting);
    this.#arrivals = new EventLoopScheduler(parts.pressure);
  }

  readonly handle = (request: IncomingMessage, response: ServerResponse): void => {
    this.#bodyFlow.limit(request, () => this.#parts.clientIpOf(request));
    this.#parts.pipelining.inTurn(request, response, () => this.#admit(request, response));
  };

  /** Admits a request once its network's parsing budget allows it. */
  #admit(request: IncomingMessage, response: ServerResponse): void {
    if (!this.#parts.parsingBudget) return this.#serveCached(request, response);
    const wait = this.#parts.parsingBudget.take(request, () => this.#parts.clientIpOf(request));
    if (wait === 0) return this.#serveCached(request, response);
    if (wait === null) {
      this.#parts.onRefused(request, 1);
      return void request.socket.destroy();
    }
    setTimeout(() => {
      if (!request.socket.destroyed) this.#serveCached(request, response);
    }, wait);
  }

  #serveCached(request: IncomingMessage, response: ServerResponse): void {
    const { pages, personalCookies } = this.#parts;
    const problem = problemWithFraming(request);
    // Before anything else: a cached page is served at the speed of a static file.
    const key = problem ? null : pages && pageKey(request, personalCookies);
    if (!key || !pages) return this.#screen(request, response, problem, null);
    this.#inTurn(request, () => {
      if (request.socket.destroyed || pages.serve(key, request, response)) return;
      this.#screen(request, response, null, key);
    });
  }

  /** Starts something cheap in the turn of the request's network. */
  #inTurn(request: IncomingMessage, start: () => void): void {
    this.#turns.take(() => this.#parts.clientIpOf(request), start);
  }

  /** Refuses floods and malformed requests, and lets the others through in fair turns. */
  #screen(
    request: IncomingMessage,
    response: ServerResponse,
    problem: FramingProblem | null,
    key: string | null,
  ): void {
    closeUnlessRead(request, response);
    if (this.#parts.floods?.isBlocked(this.#parts.clientIpOf(request))) {
      // Delayed, because 4,700 refusals a second on 700 connections made a sign-in wait for 3 s.
      return this.#inTurn(request, () => refuseAfterDelay(request, response));
    }
    response.once("finish", () => {
      if (!isRefused(response)) return;
      // Weight by how much the parser has already processed: the chunks of a body, or thousands of
      // headers.
      const isWhole = problem && (isChunked(request) || problem.status === 431);
      this.#parts.onRefused(request, isWhole ? 1 : refusalWeight);
    });
    // Refused in turns: ten networks whose 4,500 connections sent one each made a page wait for a
    // second.
    if (problem) return this.#inTurn(request, () => this.#refuseSafely(request, response, problem));
    if (isChunked(request) && !this.#parts.hasAdmitted(request)) {
      // Counted immediately, because after a flood, what the network's other connections have sent
      // is not read.
      this.#parts.onRefused(request, chunkedWeight);
      response.once("finish", () => {
        if (response.statusCode < 400) this.#parts.onRefused(request, -chunkedWeight);
      });
    }
    const requestId = randomUUID();
    this.#parts.watch(request, response, requestId);
    // Refused requests wait their turn too: thousands of refusals a second delayed cached pages.
    const network = endSiteOf(this.#parts.clientIpOf(request));
    if (this.#arrivals.isFullFor(network)) {
      this.#parts.onRefused(request, refusalWeight);
      const busy = { status: 503, sentence: "Too many requests are waiting." };
      return this.#inTurn(request, () =>
        this.#refuseSafely(request, response, busy, { "Retry-After": "2" }),
      );
    }
    this.#arrivals
      .take(network, () => request.socket.destroyed)
      .then(() => this.#runStages(request, response, key, requestId))
      .catch((error: unknown) => {
        if (!(error instanceof Response))
          this.#parts.logger.error({ err: error, requestId }, "A request failed.");
        this.#fail(request, response, error);
      });
  }

  async #runStages(
    request: IncomingMessage,
    response: ServerResponse,
    cacheKey: string | null,
    requestId: string,
  ): Promise<void> {
    if (request.socket.destroyed) return;
    const url = parseTarget(request, this.#parts.siteOrigin);
    if ("sentence" in url) return this.#refuseSafely(request, response, url);
    const account = this.#parts.verifiedSessions.accountOf(request.headers.cookie);
    const turn = () => new Promise<void>((resolve) => this.#inTurn(request, resolve));
    const known = { requestId, cacheKey, clientIp: this.#parts.clientIpOf(request), account, turn };
    const context = new RequestContext(request, response, url, known, this.#parts.security);
    await onBehalfOf(context.network, async () => {
      for (const stage of this.#parts.stages) if (await stage(context)) return;
    });
  }

  /** Refuses what never reaches a stage. */
  #refuseSafely(
    request: IncomingMessage,
    response: ServerResponse,
    { status, sentence }: { status: number; sentence: string },
    headers?: Record<string, string>,
  ): void {
    const security = apiHeaders(this.#parts.security.hsts);
    refuse(request, response, status, sentence, { ...security, ...headers });
  }

  #fail(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    if (response.headersSent) return void response.destroy();
    if (!(error instanceof Response)) {
      return this.#refuseSafely(request, response, {
        status: 500,
        sentence: "Something went wrong.",
      });
    }
    const wait = error.headers.get("Retry-After");
    const sentence = "A service is not responding. Try again soon.";
    const headers = wait === null ? undefined : { "Retry-After": wait };
    this.#refuseSafely(request, response, { status: error.status, sentence }, headers);
  }
}

/**
 * Statuses of requests that are invalid in themselves. Floods of these cost as much as those that a
 * limit refuses.
 */
const faults = new Set([400, 401, 403, 404, 405, 411, 413, 414, 417, 431]);

/** Whether a response counts toward a flood. */
const isRefused = (response: ServerResponse): boolean =>
  response.statusCode === 429 || (faults.has(response.statusCode) && !isFromGateway(response));
