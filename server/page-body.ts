import type { IncomingMessage, ServerResponse } from "node:http";
import { readBody, type BodyRefusal } from "./request-body";
import { Slots } from "./slots";

/** Larger bodies are in memory for so many requests at a time: a quarter of a gigabyte at most. */
const smallBytes = 65_536;
const largeBodies = {
  ofAccounts: new Slots({ total: 24, perNetwork: 4, waiting: 8 }),
  // Eight networks of strangers, four unfinished forms each, kept everybody else's pictures out.
  ofStrangers: new Slots({ total: 8, perNetwork: 2, waiting: 4 }),
};

/** Who sends a body: the network, and whether its session was verified as an account's before. */
interface Sender {
  network: string;
  isKnown: boolean;
}

/**
 * Reads the body of a request for a page. The largest are those with a photograph.
 *
 * @param maxBytes that its route takes; the request says its length
 */
export async function readPageBody(
  request: IncomingMessage,
  response: ServerResponse,
  { network, isKnown }: Sender,
  maxBytes: number,
): Promise<Buffer | BodyRefusal> {
  if (Number(request.headers["content-length"] ?? 0) > smallBytes) {
    const slots = isKnown ? largeBodies.ofAccounts : largeBodies.ofStrangers;
    const release = await slots.take(network, response);
    if (!release)
      return { status: 503, sentence: "Too many uploads at this moment. Try again soon." };
    response.once("close", release);
    if (response.closed) release();
  }
  return readBody(request, maxBytes);
}
