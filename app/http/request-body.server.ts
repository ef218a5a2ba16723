/**
 * The largest bodies that the routes of the app take, in bytes: the server refuses by these before it reads, and what
 * reads a body here holds to them as well. Forms are small, but for the one that brings a photograph.
 */
const form = 65_536;
const bodies: readonly { path: RegExp; multipart: number; other: number }[] = [
  { path: /^\/dashboard\/profile$/, multipart: 8_000_000, other: form },
  { path: /^\/webhooks\/content$/, multipart: form, other: 1_000_000 },
  { path: /^\/api\/gateway\//, multipart: 16_384, other: 16_384 },
];

/**
 * How many bytes the body of a request may have.
 *
 * @param pathname in its canonical form, without Remix's `.data`
 */
export function maxBodyBytes(pathname: string, contentType: string | null | undefined): number {
  const rule = bodies.find(({ path }) => path.test(pathname)) ?? { multipart: form, other: form };
  return /^multipart\/form-data\b/i.test(contentType ?? "") ? rule.multipart : rule.other;
}

const refusal = (status: number, sentence: string) => new Response(sentence, { status });

/**
 * Reads the body of a request: the one place of the app that does (a lint rule sees to it).
 *
 * @throws a 413 Response beyond what its route takes, a 400 Response when it breaks off.
 */
export async function readBytes(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const maxBytes = maxBodyBytes(new URL(request.url).pathname, request.headers.get("Content-Type"));
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body?.getReader();
  for (;;) {
    const chunk = await reader?.read().catch(() => null);
    // The connection broke off: nobody is left to read this.
    if (chunk === null) throw refusal(400, "The request did not arrive whole.");
    if (!chunk || chunk.done) break;
    length += chunk.value.length;
    if (length > maxBytes) {
      await reader?.cancel().catch(() => {});
      throw refusal(413, "That is more than this page takes.");
    }
    chunks.push(chunk.value);
  }
  return Buffer.concat(chunks);
}

/** The same as text. */
export async function readText(request: Request): Promise<string> {
  return new TextDecoder().decode(await readBytes(request));
}
