import type { IncomingMessage, ServerResponse } from "node:http";
import { readBody, type BodyRefusal } from "./request-body";
import { Slots } from "./slots";

/** Larger bodies are in memory for so many requests at a time: a quarter of a gigabyte at most. */
const smallBytes = 65_536;
const largeBodies = new Slots({ total: 32, perNetwork: 4, waiting: 8 });

/**
 * Reads the body of a request for a page. The largest are those with a photograph.
 *
 * @param network of the visitor
 * @param maxBytes that its route takes; the request says its length
 */
export async function readPageBody(
  request: IncomingMessage,
  response: ServerResponse,
  network: string,
  maxBytes: number,
): Promise<Buffer | BodyRefusal> {
  if (Number(request.headers["content-length"] ?? 0) > smallBytes) {
    const release = await largeBodies.take(network, response);
    if (!release)
      return { status: 503, sentence: "Too many uploads at this moment. Try again soon." };
    response.once("close", release);
    if (response.closed) release();
  }
  return readBody(request, maxBytes);
}
