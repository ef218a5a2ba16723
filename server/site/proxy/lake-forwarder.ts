import { createHash } from "node:crypto";
import {
  Agent,
  request as openRequest,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { pipeline } from "node:stream/promises";
import { LRUCache } from "lru-cache";
import { endSiteOf } from "@platen/kit";
import { readBody, smallBodyBytes } from "../http/request-body";
import { hasBody, isChunked } from "../http/request-framing";
import { refuse } from "../http/error-responses";
import { ConcurrencySlots } from "../limits/concurrency-slots";
import { createLimiter } from "../limits/limiter";
import { endWhenStalled } from "../limits/stalled-transfers";
import { refuseTinyChunks } from "../http/tiny-chunks";
import { forwardable } from "./forwarded-headers";
import { holdLastChunk } from "./hold-last-chunk";
import { purposeOf, purposes } from "./lake-purposes";

/**
 * How many of those one user or token may have in flight, from however many networks. With one
 * leaked reading token, four networks held all queries, including those of the administrator who
 * wanted to revoke it.
 */
const perHolder = { transfers: 128, queries: 128, largeBodies: 32 };

/**
 * How much of the lake's pictures and files a network may load, in units of 100 kB: an office that
 * opens every article takes a fifth. Their number alone is not a limit: thirty originals of 7 MB a
 * second made others wait for 1.3 s.
 */
const bytes = { unit: 100_000, budget: { points: 3_000, duration: 60 } };

const hashOf = (text: string) => createHash("sha256").update(text).digest("base64");

const retrySoon = { "Retry-After": "5" };

/** Why a request that was admitted may not be carried out after all; null when it may. */
export type Recheck = () => Promise<{ status: number; sentence: string } | null>;

/** The lake itself checks a token again once a body is complete, and reading needs no check. */
const noRecheck: Recheck = () => Promise.resolve(null);

/** What is known of a request that has its slots. */
interface Exchange {
  credentials: Record<string, string>;
  /** The whole body, when it is short. */
  body: Buffer | null;
  isContended: () => boolean;
  /** Counts bytes. @returns null, or after how many seconds they may be loaded */
  count: (size: number) => Promise<number | null> | null;
  recheck: Recheck;
}

/**
 * Forwards requests to the lake, each within the slots of its purpose and of the visitor's network.
 */
export class LakeForwarder {
  readonly #lake: URL;
  // Without its own limit: the slots are the limit, and a second queue behind them would mix
  // the purposes again.
  readonly #agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  readonly #slots = {
    streams: new ConcurrencySlots(purposes.streams),
    publicStreams: new ConcurrencySlots(purposes.publicStreams),
    pictures: new ConcurrencySlots(purposes.pictures),
    files: new ConcurrencySlots(purposes.files),
    transfers: new ConcurrencySlots(purposes.transfers),
    queries: new ConcurrencySlots(purposes.queries),
    largeBodies: new ConcurrencySlots(purposes.largeBodies),
  };
  readonly #slotsOfHolders = new Map(
    Object.entries(perHolder).map(([purpose, perNetwork]) => [
      purpose,
      new ConcurrencySlots({ total: Infinity, perNetwork, waiting: perNetwork }),
    ]),
  );
  readonly #bytes = createLimiter("lake-bytes", bytes.budget);
  readonly #knownTokens = new LRUCache<string, true>({ max: 1_000, ttl: 60_000 });

  constructor(lake: URL) {
    this.#lake = lake;
  }

  /**
   * Resolves when the lake's response has been read to its end, or the exchange was aborted.
   *
   * @param clientIp the visitor's IP address
   * @param credentials headers that the site vouches for
   * @param recheck is called once the body is complete, before the lake acts on it; never rejects
   */
  async forward(
    request: IncomingMessage,
    response: ServerResponse,
    clientIp: string,
    credentials: Record<string, string>,
    recheck: Recheck = noRecheck,
  ): Promise<void> {
    // The path is parsed as the lake parses it: downloads by "/lake/v1/../files/" held the slots of
    // queries.
    const { pathname, search } = new URL(request.url ?? "/", this.#lake);
    const purpose = purposeOf(pathname + search, request);
    // Read before taking a slot: slow bodies from four networks occupied every slot, including
    // those that the administrator needed to revoke their token.
    const body =
      purpose === "queries" && hasBody(request) ? await readBody(request, smallBodyBytes) : null;
    if (response.destroyed) return;
    if (body && "status" in body) return refuse(request, response, body.status, body.sentence);
    // Pictures and public streams have none.
    const holder = credentials["X-Lake-Identity"] ?? credentials.Authorization ?? "";
    const releaseHolder = await this.#slotsOfHolders.get(purpose)?.take(holder, response);
    if (releaseHolder === null) {
      const sentence = "Too many requests of this user or token are in flight. Try again soon.";
      return refuse(request, response, 429, sentence, retrySoon);
    }
    try {
      const slots = this.#slots[purpose];
      const release = await slots.take(endSiteOf(clientIp), response);
      if (!release) {
        const sentence = "Too many requests from this network are in flight. Try again soon.";
        return refuse(request, response, 429, sentence, retrySoon);
      }
      const isContended = () => slots.isContended;
      const isCounted = purpose === "pictures" || purpose === "files";
      const count = (size: number) =>
        isCounted ? this.#bytes.take(clientIp, Math.ceil(size / bytes.unit)) : null;
      try {
        const problem = body && (await recheck());
        if (problem) return refuse(request, response, problem.status, problem.sentence);
        if (response.destroyed) return;
        const exchange = { credentials, body, isContended, count, recheck };
        await this.#exchange(request, response, exchange);
      } finally {
        release();
      }
    } finally {
      releaseHolder?.();
    }
  }

  #exchange(
    request: IncomingMessage,
    response: ServerResponse,
    { credentials, body, isContended, count, recheck }: Exchange,
  ): Promise<void> {
    // Node frames a body of unknown length on its own only for POST and PUT.
    const framing = request.headers["transfer-encoding"] && { "Transfer-Encoding": "chunked" };
    return new Promise((resolve) => {
      let isRefused = false;
      const upstream = openRequest(
        {
          agent: this.#agent,
          host: this.#lake.hostname,
          port: this.#lake.port,
          method: request.method,
          path: request.url,
          headers: { ...forwardable(request.headers), ...framing, ...credentials },
        },
        async (upstream) => {
          const size = Number(upstream.headers["content-length"] ?? 0);
          const wait = request.method === "HEAD" ? null : await count(size);
          if (wait !== null && !isRefused && !response.headersSent) {
            isRefused = true;
            const sentence = "This network has loaded too many bytes. Try again soon.";
            refuse(request, response, 429, sentence, { "Retry-After": String(wait) });
          }
          // Behind an unread response on its connection, a refusal waits too, and the lake may
          // respond to what came after it. It may also have failed while the bytes were counted.
          if (isRefused || response.headersSent) return void upstream.destroy();
          response.writeHead(upstream.statusCode ?? 502, forwardable(upstream.headers));
          // A broken pipe means that one side disconnected: no response can be sent.
          pipeline(upstream, response).catch(() => {});
          // The lake's part is finished, even when the client has yet to read the last bytes.
          upstream.once("close", resolve);
        },
      );
      upstream.on("error", () => {
        if (!response.headersSent) {
          refuse(request, response, 503, "The content lake is not responding.", retrySoon);
        } else if (!isRefused) {
          response.destroy();
        }
        resolve();
      });
      upstream.once("close", resolve);
      response.once("close", () => upstream.destroy());
      if (response.closed) return void upstream.destroy();
      const cutOff = (status: number, sentence: string) => {
        isRefused = true;
        request.unpipe().resume();
        upstream.destroy();
        refuse(request, response, status, sentence);
      };
      endWhenStalled(request, response, isContended, () => cutOff(408, "The upload was too slow."));
      if (body) return void upstream.end(body);
      if (!hasBody(request)) return void upstream.end();
      const finish = async () => {
        const problem = await recheck();
        if (problem && !response.headersSent) cutOff(problem.status, problem.sentence);
        return problem === null;
      };
      request.pipe(holdLastChunk(finish)).pipe(upstream);
      if (!isChunked(request)) return;
      refuseTinyChunks(request, () => cutOff(400, "The upload has too many tiny chunks."));
    });
  }

  /**
   * Whether the lake knows the token of an Authorization header. A known token is not checked again
   * for a minute: the lake still checks it on each request.
   */
  async knowsToken(credentials: { Authorization: string }): Promise<boolean> {
    if (this.hasSeenToken(credentials.Authorization)) return true;
    const status = await this.#statusOf("/lake/v1/users/me", credentials);
    if (status === 401) return false;
    if (status === 200) this.#knownTokens.set(hashOf(credentials.Authorization), true);
    return true;
  }

  /**
   * Like {@link knowsToken}, without asking the lake: false for a token that has not been checked
   * yet.
   */
  hasSeenToken(authorization: string): boolean {
    return this.#knownTokens.has(hashOf(authorization));
  }

  /** @returns 200 when the lake is unavailable: then the request itself reports it */
  #statusOf(path: string, headers: Record<string, string>): Promise<number | undefined> {
    return new Promise((resolve) => {
      const check = openRequest(new URL(path, this.#lake), { agent: this.#agent, headers });
      check.once("response", (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      check.once("error", () => resolve(200));
      check.end();
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
