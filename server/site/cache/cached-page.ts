import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { matchingETag } from "@platen/kit";
import { withSearch } from "./campaign-parameters";
import { compress } from "../http/compression";
import { negotiateEncoding, type Encoding } from "../http/negotiate-encoding";

/** A page as rendered for a visitor without cookies. */
export interface RenderedPage {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** The tags of the content that it was made from. */
  tags: readonly string[];
  /** Milliseconds since the epoch after which a scheduled document changes it. */
  expiresAt: number;
  /** Whether it was made from stale content, because the lake is unavailable. */
  stale: boolean;
  /** Whether it may be served to everyone: a page, found or not, that sets no cookie. */
  shareable: boolean;
  /** Whether it sets a cookie: then it is for one visitor. */
  setsCookie: boolean;
}

/**
 * Where a response came from: the cache, a new rendering, or an old one because no newer one could
 * be made.
 */
export type Origin = "hit" | "miss" | "stale";

/** One encoding of a page, with everything that is sent prepared: a hit is a single write. */
interface Form {
  etag: string;
  /** Names and values in turn, the cheapest form for `writeHead`: what every response has. */
  head: string[];
  /** The whole head of a hit, which is nearly every response. */
  hit: string[];
  body: Buffer;
}

/** A rendered page in the encodings that visitors accept. */
export class CachedPage {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly setsCookie: boolean;
  /** What the page takes in memory. */
  readonly size: number;
  /** How often its body was sent. */
  sent = 0;
  /** Whether it was queued for compression at the best level. */
  isRecompressing = false;
  readonly #stale: boolean;
  readonly #hash: string;
  readonly #body: Buffer;
  readonly #forms: Record<Encoding, Form | null> & { identity: Form };

  private constructor(
    { status, headers, body, stale, setsCookie }: RenderedPage,
    { br, gzip }: Awaited<ReturnType<typeof compress>>,
  ) {
    this.status = status;
    this.headers = headers;
    this.setsCookie = setsCookie;
    this.#body = body;
    this.#stale = stale;
    this.#hash = createHash("sha256").update(body).digest("base64url").slice(0, 22);
    this.#forms = {
      identity: this.#form("identity", body),
      br: br && this.#form("br", br),
      gzip: gzip && this.#form("gzip", gzip),
    };
    const headerBytes = 2 * JSON.stringify(headers).length;
    this.size = body.length + (br?.length ?? 0) + (gzip?.length ?? 0) + 3 * headerBytes;
  }

  /**
   * Compresses a page quickly, for the visitor who waits for it.
   *
   * @param similar a page that may have the same body: then what was made of that serves both
   */
  static async make(page: RenderedPage, similar: CachedPage | null = null): Promise<CachedPage> {
    if (similar && similar.#body.equals(page.body)) {
      const { br, gzip } = similar.#forms;
      const made = { br: br && br.body, gzip: gzip && gzip.body };
      return new CachedPage({ ...page, body: similar.#body }, made);
    }
    return new CachedPage(page, await compress(page.body, "soon"));
  }

  /** Compresses it at the best level: it will be sent many times. */
  async recompress(): Promise<void> {
    const best = await compress(this.#body, "best");
    for (const encoding of ["br", "gzip"] as const) {
      const [body, quick] = [best[encoding], this.#forms[encoding]];
      if (!body || !quick || body.length >= quick.body.length) continue;
      // A strong ETag identifies bytes, and these differ from those sent first.
      this.#forms[encoding] = this.#form(encoding, body, "+");
    }
  }

  /** The text of the page. */
  get text(): string {
    return this.#body.toString("utf8");
  }

  /** @param timing what the browser's developer tools show, as a Server-Timing value */
  send(request: IncomingMessage, response: ServerResponse, from: Origin, timing?: string): void {
    const encoding = negotiateEncoding(request.headers["accept-encoding"], this.#forms);
    const form = this.#forms[encoding] ?? this.#forms.identity;
    const condition = request.headers["if-none-match"];
    const known =
      condition !== undefined && this.status === 200 ? this.#matching(condition, form.etag) : null;
    const body = request.method === "HEAD" || known !== null ? undefined : form.body;
    if (body) this.sent += 1;
    if (from === "hit" && condition === undefined && !this.#stale) {
      response.writeHead(this.status, form.hit);
      response.end(body);
      return;
    }
    const origin = this.#stale ? "stale" : from;
    const cacheHeaders = ["X-Cache", origin, "Server-Timing", timing ?? `cache;desc=${origin}`];
    if (known !== null) {
      // RFC 9110 §15.4.5: no headers that describe the body.
      response.writeHead(304, [...form.head, "ETag", known, ...cacheHeaders]).end();
      return;
    }
    const head = [...describe(form.head, encoding, form), ...cacheHeaders];
    const { location } = this.headers;
    if (location !== undefined)
      head[head.indexOf(location)] = withSearch(location, request.url ?? "/");
    response.writeHead(this.status, head);
    response.end(body);
  }

  #form(encoding: Encoding, body: Buffer, again = ""): Form {
    const suffix = encoding === "identity" ? "" : `-${encoding}${again}`;
    const etag = `"${this.#hash}${suffix}"`;
    const head = Object.entries(this.headers).flat();
    const whole = describe(head, encoding, { etag, body });
    return {
      etag,
      head,
      body,
      hit: [...whole, "X-Cache", "hit", "Server-Timing", "cache;desc=hit"],
    };
  }

  /**
   * The tag by which the client has the page, or null. RFC 9110 §13.1.2: weakly compared, so that a
   * proxy that weakened it still gets its 304. All encodings hold the same page: a client that has
   * one of them has the page, however well it was compressed. The response names what the client
   * has: a cache may not freshen that by another strong tag (RFC 9111 §4.3.4).
   */
  #matching(condition: string, own: string): string | null {
    const known = matchingETag(
      condition,
      (tag) => tag.startsWith(`"${this.#hash}`) && /^"[\w+-]*"$/.test(tag),
    );
    return known === "*" ? own : known;
  }
}

function describe(head: string[], encoding: Encoding, { etag, body }: Pick<Form, "etag" | "body">) {
  const own = ["ETag", etag, "Content-Length", String(body.length)];
  return [...head, ...own, ...(encoding === "identity" ? [] : ["Content-Encoding", encoding])];
}
