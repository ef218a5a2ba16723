/**
 * The body of a request to a service, or null when it has more than `max` bytes.
 *
 * A body that is too long is still read to its end, up to twice the limit: the client sends all of
 * it before it reads the response, and uses the connection again.
 */
export async function readBytesWithin(request: Request, max: number): Promise<Buffer | null> {
  // Before the first use of `body`: Node.js then discards the rest by itself. A web stream that
  // nobody reads would pause the connection, which @hono/node-server ends half a second later: the
  // client's next request over it was lost.
  if (Number(request.headers.get("content-length")) > max) return null;
  const reader = request.body?.getReader();
  const chunks: Uint8Array[] = [];
  let received = 0;
  // Counted while it is read: a body in chunks does not declare its length, and Hono's own limit
  // makes a new request of one, which Node.js 20 refuses.
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    received += read.value.length;
    if (received <= max) chunks.push(read.value);
    else chunks.length = 0;
    if (received > 2 * max) await reader?.cancel();
  }
  return received > max ? null : Buffer.concat(chunks);
}
