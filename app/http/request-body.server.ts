import { gatewayPrefix } from "@domain/gateway/gateway-paths";
import { photoFormPath } from "~/route-facts";

/**
 * The maximum body size of each route of the app, in bytes: the server refuses larger bodies before
 * it reads them, and what reads a body here applies the same limits. Forms are small, except the
 * one with a photograph.
 */
const form = 65_536;
/** Only the form with the photograph is sent like this. */
const multipartForm = 16_384;
const bodies: readonly {
  covers: (pathname: string) => boolean;
  multipart: number;
  other: number;
}[] = [
  { covers: (pathname) => pathname === photoFormPath, multipart: 7_000_000, other: form },
  {
    covers: (pathname) => pathname === "/webhooks/content",
    multipart: multipartForm,
    other: 1_000_000,
  },
  {
    covers: (pathname) => pathname.startsWith(gatewayPrefix),
    multipart: multipartForm,
    other: 16_384,
  },
];

/**
 * The maximum body size of a request, in bytes.
 *
 * @param pathname in its canonical form, without Remix's `.data`
 */
export function maxBodyBytes(pathname: string, contentType: string | null | undefined): number {
  const rule = bodies.find(({ covers }) => covers(pathname)) ?? {
    multipart: multipartForm,
    other: form,
  };
  return /^multipart\/form-data\b/i.test(contentType ?? "") ? rule.multipart : rule.other;
}

const refusal = (status: number, sentence: string) => new Response(sentence, { status });

/**
 * Reads the body of a request: the only code of the app that does (a lint rule enforces it).
 *
 * @throws a 413 Response if the body exceeds the route's limit, a 400 Response if the connection is
 *   lost
 */
export async function readRouteBody(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const maxBytes = maxBodyBytes(new URL(request.url).pathname, request.headers.get("Content-Type"));
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader = request.body?.getReader();
  for (;;) {
    const chunk = await reader?.read().catch(() => null);
    // The connection was lost: no client is left to read this.
    if (chunk === null) throw refusal(400, "The request is incomplete.");
    if (!chunk || chunk.done) break;
    length += chunk.value.length;
    if (length > maxBytes) {
      await reader?.cancel().catch(() => {});
      throw refusal(413, "The request is larger than this page accepts.");
    }
    chunks.push(chunk.value);
  }
  const [only] = chunks;
  // The server has read the body, and passes it on as one chunk: seven megabytes are not copied.
  return only && chunks.length === 1 ? only : Buffer.concat(chunks);
}

/** Reads the body of a request as text. */
export async function readText(request: Request): Promise<string> {
  return new TextDecoder().decode(await readRouteBody(request));
}
