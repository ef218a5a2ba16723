import { type FileHandle, open, readFile, stat } from "node:fs/promises";
import { matchesETag } from "@platen/kit";
import { AssetError, notFound } from "./asset-error";
import { plainFilename } from "./uploads/upload-details";

/** Bytes up to which a file is read at once: below that a stream costs more than it saves. */
const maxWholeRead = 512 * 1024;

/** Bytes that a stream reads at a time. */
const chunkSize = 64 * 1024;

/** Asset URLs name their content, so their responses never change. */
export const immutable = "public, max-age=31536000, immutable";

/** Whether the client has what `etag` names already. */
export const isFresh = (request: Request, etag: string): boolean =>
  matchesETag(request.headers.get("If-None-Match"), etag);

/** 304: the headers that a 200 would have had, without the one about its body. */
export function notModified(headers: Record<string, string>): Response {
  const ownHeaders = Object.entries(headers).filter(([name]) => name !== "Content-Type");
  return new Response(null, { status: 304, headers: ownHeaders });
}

/** Bytes in memory, or for HEAD their length alone. */
export function respondBytes(
  request: Request,
  bytes: Uint8Array<ArrayBuffer>,
  headers: Record<string, string>,
): Response {
  const body = request.method === "HEAD" ? null : bytes;
  return new Response(body, {
    headers: { ...headers, "Content-Length": String(bytes.byteLength) },
  });
}

/**
 * A file, whole or the one range that the request names (RFC 9110, 14). A request for several
 * ranges gets the whole file, as the RFC allows.
 *
 * @throws AssetError 404 when the file is not there, 416 for a range beyond its end
 */
export async function respondFile(
  request: Request,
  path: string,
  headers: Record<string, string>,
): Promise<Response> {
  const stats = await stat(path).catch(() => undefined);
  if (!stats?.isFile()) throw notFound("The asset's file does not exist.");
  const { size } = stats;
  const all = { ...headers, "Accept-Ranges": "bytes" };

  const range = wantsRange(request, headers.ETag) ? readRange(request, size) : undefined;
  if (!range) {
    if (request.method === "HEAD") {
      return new Response(null, { headers: { ...all, "Content-Length": String(size) } });
    }
    return new Response(await contents(path, 0, size - 1, size), {
      headers: { ...all, "Content-Length": String(size) },
    });
  }
  return new Response(await contents(path, range.start, range.end, size), {
    status: 206,
    headers: {
      ...all,
      "Content-Length": String(range.end - range.start + 1),
      "Content-Range": `bytes ${range.start}-${range.end}/${size}`,
    },
  });
}

/** A range counts for GET, and with If-Range only while the client's copy is the current one. */
function wantsRange(request: Request, etag: string | undefined): boolean {
  if (request.method !== "GET") return false;
  const condition = request.headers.get("If-Range");
  return condition === null || condition === etag;
}

function readRange(request: Request, size: number): { start: number; end: number } | undefined {
  const [, first, last] =
    /^bytes=(\d{0,15})-(\d{0,15})$/.exec(request.headers.get("Range") ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return undefined;
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size - 1 : Math.min(size - 1, Number(last));
  if (first !== "" && last !== "" && Number(last) < Number(first)) return undefined;
  if (start >= size || (first === "" && Number(last) === 0)) {
    throw new AssetError(416, "rangeNotSatisfiable", "The range lies beyond the file's end.", {
      "Content-Range": `bytes */${size}`,
    });
  }
  return { start, end };
}

async function contents(
  path: string,
  start: number,
  end: number,
  size: number,
): Promise<Uint8Array<ArrayBuffer> | ReadableStream> {
  if (size > maxWholeRead) return fileStream(path, start, end);
  return new Uint8Array(await readFile(path)).subarray(start, end + 1);
}

/**
 * Bytes `start` to `end`, both included. The file is opened on the first read, so an unread stream
 * holds nothing.
 */
function fileStream(path: string, start: number, end: number): ReadableStream {
  let opening: Promise<FileHandle> | undefined;
  let at = start;
  return new ReadableStream(
    {
      async pull(controller) {
        opening ??= open(path, "r");
        const file = await opening;
        const length = Math.min(chunkSize, end + 1 - at);
        const { bytesRead, buffer } = await file.read(new Uint8Array(length), 0, length, at);
        at += bytesRead;
        if (bytesRead > 0) controller.enqueue(buffer.subarray(0, bytesRead));
        if (bytesRead > 0 && at <= end) return;
        controller.close();
        await file.close();
      },
      async cancel() {
        // Also one that is just being opened: its descriptor would stay until garbage is collected.
        await opening?.then(
          (file) => file.close(),
          () => {},
        );
      },
    },
    { highWaterMark: 0 },
  );
}

/**
 * Content-Disposition for `?dl`: a bare `dl` suggests the uploaded file's own name, `dl=name` the
 * given one. Undefined without `dl`.
 */
export function disposition(query: URLSearchParams, ownName: string): string | undefined {
  const wished = query.get("dl");
  if (wished === null) return undefined;
  const name = plainFilename(wished) ?? plainFilename(ownName) ?? "download";
  const ascii = name.replace(/[^\x20-\x7e]|["%\\]/g, "_");
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
