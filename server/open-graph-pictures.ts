import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import type { SiteDoor } from "../app/account/session/site-door.server";
import type { KeptPage } from "./kept-page";

interface PictureText {
  title: string;
  description: string;
  brand: string;
}

/** What the pictures may take of the memory. */
const maxBytes = 16_000_000;

/** Drawing takes a core for a moment: they are drawn one after another, and no more than so many wait. */
const mostWaiting = 20;

/**
 * Serves the pictures that links to our pages show. A picture says what its page says of itself, so it is drawn from
 * the page as visitors get it; pages of the same words share one.
 *
 * @param pageOf the page of a path, for everybody
 */
export function createOpenGraphPictures(
  { pageOfPicture, isPictureSigned, versionOf, drawPicture }: SiteDoor["pictures"],
  pageOf: (path: string) => Promise<KeptPage>,
) {
  const kept = new LRUCache<string, Buffer>({
    maxSize: maxBytes,
    sizeCalculation: ({ length }) => length,
  });
  const underWay = new Map<string, Promise<Buffer>>();
  let last: Promise<unknown> = Promise.resolve();

  function draw(key: string, text: PictureText): Promise<Buffer> {
    const picture = last.then(() => drawPicture(text));
    last = picture.catch(() => {});
    void picture.then((bytes) => kept.set(key, bytes)).catch(() => {});
    return picture.finally(() => underWay.delete(key));
  }

  /** @returns false when this address is no picture of ours. */
  return async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    { pathname, searchParams }: URL,
  ): Promise<boolean> {
    const path = pageOfPicture(pathname);
    if (path === null || !isPictureSigned(path, searchParams.get("s") ?? "")) return false;
    const page = await pageOf(path);
    const text = page.status === 200 ? textOf(page.text) : null;
    if (!text) return false;
    const key = JSON.stringify(text);
    const version = versionOf(text);
    let picture = kept.get(key);
    if (!picture) {
      if (!underWay.has(key) && underWay.size >= mostWaiting) {
        response.writeHead(503, { "Retry-After": "5" }).end();
        return true;
      }
      const drawing = underWay.get(key) ?? draw(key, text);
      underWay.set(key, drawing);
      picture = await drawing;
    }
    const etag = `"${version}"`;
    const headers = {
      ETag: etag,
      // An old address shows the picture as it is now, but may not keep it.
      "Cache-Control":
        searchParams.get("v") === version
          ? "public, max-age=31536000, immutable"
          : "public, max-age=60",
    };
    if (request.headers["if-none-match"] === etag) {
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
  };
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

const signs: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };

/** React escapes five signs in attributes, and no others. */
const plain = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name) => signs[name] ?? "");
