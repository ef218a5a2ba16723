import type { IncomingMessage } from "node:http";

const longest = 16_384;

/** Reads what strangers may write to us unasked, as text: null when it is longer than such a thing is. */
export async function readSmallBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > longest) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
