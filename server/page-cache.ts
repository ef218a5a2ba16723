import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { SiteDoor } from "../app/account/site-door.server";
import { negotiateEncoding, type Encoding } from "./negotiate-encoding";

/** A page as it was rendered for a visitor without cookies. */
export interface RenderedPage {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** What content it was made of. */
  tags: readonly string[];
  /** Milliseconds since the epoch after which a scheduled document changes it. */
  expiresAt: number;
  /** Whether it may be given to everybody: a page, found, that sets no cookie. */
  shareable: boolean;
}

interface KeptPage {
  status: number;
  headers: Record<string, string>;
  etag: string;
  bodies: Record<Encoding, Buffer | null>;
}

const maxBytes = 128_000_000;

/** How long an entry counts as fresh while nobody tells of edits. */
const unwatchedLifetime = 5_000;

/**
 * Keeps pages that are the same for every visitor, rendered and compressed, until the content that they were made of
 * changes. One rendering serves everybody who waits for it. While a page cannot be rendered, its last version stands in.
 */
export class PageCache {
  private readonly pages;
  private readonly underWay = new Map<string, Promise<KeptPage>>();

  constructor({ TaggedCache, onContentChange }: Pick<SiteDoor, "TaggedCache" | "onContentChange">) {
    const pages = new TaggedCache<KeptPage>({ maxSize: maxBytes, unwatchedLifetime });
    this.pages = pages;
    onContentChange((change) => {
      if (change.type === "tags") pages.invalidate(change.tags);
      else if (change.type === "everything") pages.invalidateAll();
      else pages.watch(change.watched);
    });
  }

  /** Answers from memory; false when there is no fresh page under this key. */
  answer(key: string, request: IncomingMessage, response: ServerResponse): boolean {
    const kept = this.pages.read(key);
    if (!kept?.fresh) return false;
    send(kept.value, "hit", request, response);
    return true;
  }

  /** Renders a page that is not there, once for all who ask for it at this moment, keeps it and answers. */
  async fill(
    key: string,
    request: IncomingMessage,
    response: ServerResponse,
    render: () => Promise<RenderedPage>,
  ): Promise<void> {
    const begun = this.pages.begin();
    const flight = `${begun}\n${key}`;
    let page = this.underWay.get(flight);
    if (!page) {
      page = this.render(key, begun, render).finally(() => this.underWay.delete(flight));
      this.underWay.set(flight, page);
    }
    try {
      const rendered = await page;
      const stale = rendered.status >= 500 ? this.pages.read(key) : null;
      send(stale?.value ?? rendered, stale ? "stale" : "miss", request, response);
    } catch (error) {
      const stale = this.pages.read(key);
      if (!stale) throw error;
      send(stale.value, "stale", request, response);
    }
  }

  /** What it holds, for the metrics. */
  get size() {
    return this.pages.size;
  }

  private async render(
    key: string,
    begun: number,
    render: () => Promise<RenderedPage>,
  ): Promise<KeptPage> {
    const { status, headers, body, tags, expiresAt, shareable } = await render();
    const page: KeptPage = {
      status,
      headers,
      etag: createHash("sha256").update(body).digest("base64url").slice(0, 22),
      bodies: { identity: body, gzip: null, br: null },
    };
    if (shareable) {
      // Room for the compressed forms too, which arrive a moment later.
      this.pages.store(key, page, { begun, tags, expiresAt, size: body.length * 2 });
      void compress(page);
    }
    return page;
  }
}

async function compress({ bodies }: KeptPage) {
  if (!bodies.identity) return;
  const gzipped = promisify(gzip)(bodies.identity, { level: constants.Z_BEST_COMPRESSION });
  const brotli = promisify(brotliCompress)(bodies.identity, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bodies.identity.length,
    },
  });
  bodies.gzip = await gzipped;
  bodies.br = await brotli;
}

function send(
  page: KeptPage,
  from: "hit" | "miss" | "stale",
  request: IncomingMessage,
  response: ServerResponse,
) {
  const encoding = negotiateEncoding(request.headers["accept-encoding"], page.bodies);
  const body = page.bodies[encoding];
  // A strong ETag names bytes, and each encoding has its own.
  const etag = `"${page.etag}-${encoding}"`;
  const headers = { ...page.headers, ETag: etag, "X-Cache": from };
  if (page.status === 200 && matches(request.headers["if-none-match"], etag)) {
    response.writeHead(304, headers).end();
    return;
  }
  response.writeHead(page.status, {
    ...headers,
    ...(encoding !== "identity" && { "Content-Encoding": encoding }),
    "Content-Length": body?.length ?? 0,
  });
  response.end(request.method === "HEAD" ? undefined : body);
}

/** RFC 9110 §13.1.2: weakly compared, so that a proxy that weakened the tag still gets its 304. */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header
    .split(",")
    .some((tag) => tag.trim().replace(/^W\//, "") === etag || tag.trim() === "*");
}
