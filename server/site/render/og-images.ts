import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import { matchesETag } from "@platen/kit";
import type { pageOfPicture, PictureText, versionOf } from "~/seo/open-graph/og-image-url";
import type { isPictureSigned } from "~/seo/open-graph/signature.server";
import type { CachedPage } from "../cache/cached-page";
import { canonicalPath } from "../http/canonical-path";
import { TooManyDrawings, type OgImageWorkerClient } from "./og-image-worker-client";

/** The maximum memory for pictures. */
const maxBytes = 16_000_000;

/** When clients may ask again for a picture that could not be drawn. */
const restSeconds = 5;

/** When a text that could not be drawn is tried again, in milliseconds. */
const retryMilliseconds = 300_000;

/**
 * The characters of a text that fit a picture. The layout engine takes seconds for ten thousand,
 * and all of its memory.
 */
const drawn = { title: 200, description: 300, brand: 60 };

/** The app's rules for the URLs of pictures. */
interface PictureUrls {
  pageOfPicture: typeof pageOfPicture;
  isPictureSigned: typeof isPictureSigned;
  versionOf: typeof versionOf;
}

export type OgImages = ReturnType<typeof createOgImages>;

/**
 * Serves the pictures of link previews. A picture shows what its page says of itself, so it is
 * drawn from the page as visitors get it; pages with the same text share one.
 *
 * @param thread draws them
 */
export function createOgImages(urls: PictureUrls, thread: Pick<OgImageWorkerClient, "draw">) {
  const pictures = new LRUCache<string, Buffer>({
    maxSize: maxBytes,
    sizeCalculation: ({ length }) => length,
  });

  const failed = new LRUCache<string, true>({ max: 500, ttl: retryMilliseconds });

  async function draw(key: string, text: PictureText): Promise<Buffer> {
    try {
      if (failed.has(key)) throw new Error("This text could not be drawn.");
      const picture = await thread.draw(text);
      pictures.set(key, picture);
      return picture;
    } catch (error) {
      if (!(error instanceof TooManyDrawings)) failed.set(key, true);
      throw new Response(null, { status: 503, headers: { "Retry-After": String(restSeconds) } });
    }
  }

  /** The path of the page that a picture is of; null when this URL is not one of our pictures'. */
  function pageOf({ pathname, searchParams }: URL): string | null {
    const path = urls.pageOfPicture(pathname);
    // Each spelling of a page's path, which forms may be sent to, has a signature.
    if (path === null || canonicalPath(path) !== path) return null;
    return urls.isPictureSigned(path, searchParams.get("s") ?? "") ? path : null;
  }

  /**
   * @param page that the picture is of, as everyone gets it
   * @returns false when the page has no picture.
   * @throws a 503 Response when it cannot be drawn now.
   */
  async function send(
    request: IncomingMessage,
    response: ServerResponse,
    { searchParams }: URL,
    page: CachedPage,
  ): Promise<boolean> {
    const text = page.status === 200 ? textOf(page.text) : null;
    if (!text) return false;
    const version = urls.versionOf(text);
    const shown = {
      title: cut(text.title, drawn.title),
      description: cut(text.description, drawn.description),
      brand: cut(text.brand, drawn.brand),
    };
    const key = JSON.stringify(shown);
    const picture = pictures.get(key) ?? (await draw(key, shown));
    const etag = `"${version}"`;
    const headers = {
      ETag: etag,
      // An old URL shows the current picture, but must not be cached.
      "Cache-Control":
        searchParams.get("v") === version
          ? "public, max-age=31536000, immutable"
          : "public, max-age=60",
    };
    if (matchesETag(request.headers["if-none-match"], etag)) {
      response.writeHead(304, headers).end();
      return true;
    }
    response.writeHead(200, {
      ...headers,
      "Content-Type": "image/png",
      "Content-Length": picture.length,
    });
    response.end(request.method === "HEAD" ? undefined : picture);
    return true;
  }

  return { pageOf, send };
}

/** Not within a character that is two code units: half of one cannot be drawn. */
const cut = (text: string, length: number) => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");

/** What a page says of itself in its head. */
function textOf(html: string): PictureText | null {
  const property = (name: string) =>
    new RegExp(`<meta property="${name}" content="([^"]*)"`).exec(html)?.[1];
  const title = property("og:title");
  if (title === undefined) return null;
  return {
    title: plain(title),
    description: plain(property("og:description") ?? ""),
    brand: plain(property("og:site_name") ?? ""),
  };
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };

/** React escapes five characters in attributes, and no others. */
const plain = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => entities[name] ?? "");
