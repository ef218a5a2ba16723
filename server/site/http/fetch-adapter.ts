import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { finished } from "node:stream/promises";
import { compressor, isCompressible } from "./compression";
import { negotiateEncoding } from "./negotiate-encoding";

/**
 * Headers by which anyone could tell the app its host, the requested URL or the client's IP
 * address: it determines these on its own.
 */
const untrustedHeaders =
  /^(?:host|forwarded|x-forwarded-.*|x-real-ip|x-original-.*|x-rewrite-.*|x-http-method.*)$/;

/**
 * A request as the app sees it. Its URL is on the site's own origin, whatever the Host header says.
 *
 * Its id is passed to the services, too.
 */
export function toFetchRequest(
  request: IncomingMessage,
  response: ServerResponse,
  {
    siteOrigin,
    requestId,
    body,
  }: { siteOrigin: string; requestId: string; body: Buffer<ArrayBuffer> | null },
): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || untrustedHeaders.test(name)) continue;
    headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  headers.set("X-Request-Id", requestId);
  // The server has checked the origin. Remix would compare it with the Host, which a proxy may have
  // changed.
  headers.delete("Origin");
  headers.set("Host", new URL(siteOrigin).host);
  const leaving = new AbortController();
  response.once("close", () => response.writableFinished || leaving.abort());
  // It may have disconnected while its body was read, or while it waited for a slot.
  if (response.destroyed) leaving.abort();
  return new Request(siteOrigin + (request.url ?? "/"), {
    method: request.method ?? "GET",
    headers,
    signal: leaving.signal,
    ...(body && { body: streamOf(body), duplex: "half" }),
  });
}

/** A body as a stream of one chunk: given as it is, a request copies it. */
function streamOf(body: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      if (body.length > 0) controller.enqueue(body);
      controller.close();
    },
  });
}

/**
 * Sends the app's response as it is made, compressed where that is allowed and worthwhile.
 *
 * @param may.compress whether secrets in it allow that it is compressed
 */
export async function sendFetchResponse(
  fetched: Response,
  request: IncomingMessage,
  response: ServerResponse,
  may: { compress: boolean },
): Promise<void> {
  // No event follows that would end the page: it would be read, or wait for its client, forever.
  if (response.destroyed) return fetched.body?.cancel();
  const cookies = fetched.headers.getSetCookie();
  for (const [name, value] of fetched.headers) {
    if (name !== "set-cookie") response.setHeader(name, value);
  }
  if (cookies.length > 0) response.setHeader("Set-Cookie", cookies);
  const compressible =
    isCompressible(fetched.headers.get("Content-Type")) && !fetched.headers.has("Content-Encoding");
  if (compressible) addVary(response, "Accept-Encoding");
  const encoding =
    compressible && may.compress && fetched.body !== null
      ? negotiateEncoding(request.headers["accept-encoding"], {
          br: true,
          gzip: true,
          identity: true,
        })
      : "identity";
  if (encoding !== "identity") {
    response.setHeader("Content-Encoding", encoding);
    response.removeHeader("Content-Length");
  }
  response.writeHead(fetched.status);
  if (fetched.body === null || request.method === "HEAD") {
    response.end();
    await fetched.body?.cancel();
    return;
  }
  if (encoding === "identity") return feed(fetched.body, response, () => {});
  const stream = compressor(encoding);
  stream.pipe(response);
  response.once("close", () => stream.destroy());
  // What is compressed so far is flushed whenever the page pauses: a page that is streamed in parts
  // must not wait for its last.
  await feed(fetched.body, stream, () => stream.flush());
}

/**
 * Writes a body as fast as the client accepts it; a client that disconnects ends it without an
 * error.
 */
async function feed(
  body: ReadableStream<Uint8Array>,
  target: NodeJS.WritableStream,
  pause: () => void,
): Promise<void> {
  const reader = body.getReader();
  let waiting: NodeJS.Immediate | undefined;
  try {
    const gone = finished(target, { readable: false }).then(
      () => null,
      () => null,
    );
    for (;;) {
      const chunk = await Promise.race([gone, reader.read()]);
      clearImmediate(waiting);
      if (chunk === null) return;
      if (chunk.done) break;
      if (!target.write(chunk.value)) await Promise.race([once(target, "drain"), gone]);
      waiting = setImmediate(pause);
    }
    target.end();
    await gone;
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function addVary(response: ServerResponse, name: string) {
  const vary = String(response.getHeader("Vary") ?? "");
  if (!vary.toLowerCase().includes(name.toLowerCase()))
    response.setHeader("Vary", vary ? `${vary}, ${name}` : name);
}
