import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import { matchesETag } from "@platen/kit";
import type { pageOfPicture, PictureText, versionOf } from "~/seo/open-graph/og-image-url";
import type { isPictureSigned } from "~/seo/open-graph/signature.server";
import type { CachedPage } from "../cache/cached-page";
import { canonicalPath } from "../http/canonical-path";
import type { OgImageWorkerClient } from "./og-image-worker-client";

/** The maximum memory for pictures. */
const maxBytes = 16_000_000;

/** When a picture that could not be drawn is tried again. */
const restSeconds = 5;

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

  async function draw(key: string, text: PictureText): Promise<Buffer> {
    try {
      const picture = await thread.draw(text);
      pictures.set(key, picture);
      return picture;
    } catch {
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
    const key = JSON.stringify(text);
    const version = urls.versionOf(text);
    const picture = pictures.get(key) ?? (await draw(key, text));
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
