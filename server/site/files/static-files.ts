import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, relative, sep } from "node:path";
import { endSiteOf, matchesETag } from "@platen/kit";
import { refuse } from "../http/error-responses";
import { negotiateEncoding, type Encoding } from "../http/negotiate-encoding";
import { tooManyRequests } from "../limits/rate-limits";
import { ConcurrencySlots } from "../limits/concurrency-slots";
import { createLimiter } from "../limits/limiter";
import { endWhenStalled } from "../limits/stalled-transfers";

const types: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json; charset=utf-8",
  ".woff2": "font/woff2",
  ".xml": "application/xml; charset=utf-8",
};

/** A body that fits into a connection's buffer needs no slot. */
const largeBytes = 256 * 1_024;

/**
 * Large files that are being sent. Unread ones are in the kernel's memory for sockets, which all
 * programs of the machine share: 2,500 of 5.6 MB from five addresses used it up, and other
 * responses were cut off. A browser that opens the Studio takes six at a time.
 */
const largeFiles = new ConcurrencySlots({ total: 512, perNetwork: 32, waiting: 64 });

/**
 * Requests of a network in a minute: forty visits of pages with all their scripts, and many more of
 * browsers that have them cached. Without it one network took half a core.
 */
const requests = createLimiter("static-file", { points: 6_000, duration: 60 });

/**
 * Bytes of large ones that a network may load in a minute, besides their number: 600 MB, a hundred
 * times the Studio. A client on a fast line that loaded 530 MB a second took 0.4 of a core.
 */
const bytes = {
  unit: 100_000,
  budget: createLimiter("static-bytes", { points: 6_000, duration: 60 }),
};

interface StaticFile {
  headers: Record<string, string>;
  etag: string;
  bodies: Record<Encoding, Buffer | null>;
}

export interface StaticFiles {
  /** Whether the directory had a file at this path when the site started. */
  has(path: string): boolean;
  /**
   * Responds to a request for a file of the directory; false when it has no file at that path.
   *
   * @param clientIp the visitor's IP address
   */
  serve(
    path: string,
    request: IncomingMessage,
    response: ServerResponse,
    clientIp: string,
  ): Promise<boolean>;
}

/**
 * Serves the files of a directory, in the compressed forms that the build wrote beside them. The
 * list is made once, so that no request reaches outside it; a file is read once, and counts as not
 * found (not an error) when it was removed.
 *
 * @param immutable the folder of files whose names contain a hash of their contents, as it appears
 *   in paths: "/assets/"
 */
export function createStaticFiles(directory: string, immutable: string): StaticFiles {
  const names = listFiles(directory);
  const files = new Map<string, Promise<StaticFile | null>>();

  async function read(path: string): Promise<StaticFile | null> {
    try {
      const file = join(directory, path);
      const [identity, gzip, br] = await Promise.all([
        readFile(file),
        names.has(`${path}.gz`) ? readFile(`${file}.gz`) : null,
        names.has(`${path}.br`) ? readFile(`${file}.br`) : null,
      ]);
      return {
        bodies: { identity, gzip, br },
        etag: createHash("sha256").update(identity).digest("base64url").slice(0, 22),
        headers: {
          "Content-Type": types[extname(path)] ?? "application/octet-stream",
          "Cache-Control": path.startsWith(immutable)
            ? "public, max-age=31536000, immutable"
            : "public, max-age=0, must-revalidate",
          Vary: "Accept-Encoding",
        },
      };
    } catch {
      return null;
    }
  }

  const has = (path: string) => names.has(path) && !/\.(br|gz)$/.test(path);

  return {
    has,
    async serve(path, request, response, clientIp) {
      if (!has(path)) return false;
      if (request.method !== "GET" && request.method !== "HEAD") return false;
      const wait = await requests.take(clientIp);
      if (wait !== null) {
        refuse(request, response, 429, tooManyRequests(wait), { "Retry-After": String(wait) });
        return true;
      }
      let reading = files.get(path);
      if (!reading) files.set(path, (reading = read(path)));
      const file = await reading;
      if (!file) {
        // Without descriptors for a moment, a script was missing until the next start.
        files.delete(path);
        return false;
      }
      const encoding = negotiateEncoding(request.headers["accept-encoding"], file.bodies);
      const body = file.bodies[encoding];
      const etag = `"${file.etag}-${encoding}"`;
      const headers = { ...file.headers, ETag: etag };
      if (matchesETag(request.headers["if-none-match"], etag)) {
        response.writeHead(304, headers).end();
        return true;
      }
      const isLarge = request.method === "GET" && (body?.length ?? 0) > largeBytes;
      const loaded = Math.ceil((body?.length ?? 0) / bytes.unit);
      const pause = isLarge ? await bytes.budget.take(clientIp, loaded) : null;
      if (pause !== null) {
        refuse(request, response, 429, tooManyRequests(pause), { "Retry-After": String(pause) });
        return true;
      }
      if (isLarge && !(await largeFiles.takeFor(endSiteOf(clientIp), response))) {
        // Not 503: it counts as a refusal, or one network could cause two thousand a second.
        const sentence = "Too many large files are being sent to your network.";
        refuse(request, response, 429, sentence, { "Retry-After": "10" });
        return true;
      }
      // Sixteen networks that read next to nothing of them locked every editor out of the Studio.
      if (isLarge)
        endWhenStalled(
          request,
          response,
          () => largeFiles.isContended,
          () => {},
        );
      response.writeHead(200, {
        ...headers,
        ...(encoding !== "identity" && { "Content-Encoding": encoding }),
        "Content-Length": body?.length ?? 0,
      });
      response.end(request.method === "HEAD" ? undefined : body);
      return true;
    },
  };
}

function listFiles(directory: string): Set<string> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  return new Set(
    entries
      // Vite's manifest lies in a hidden folder, which must not be served.
      .filter((entry) => entry.isFile() && !relative(directory, entry.parentPath).startsWith("."))
      .map(
        (entry) =>
          `/${relative(directory, join(entry.parentPath, entry.name)).split(sep).join("/")}`,
      ),
  );
}
