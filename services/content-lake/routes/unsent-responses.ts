import { badRequest, tooManyRequests } from "../errors";
import { reader } from "../access/identity";
import { limits } from "../limits";

/**
 * Bytes of a response that are passed on in one go. The server reads up to four such pieces ahead
 * of its client, so a response of no more is held by its socket anyway.
 */
const piece = 64 * 1024;
const uncounted = 4 * piece;

/**
 * Large responses that their clients have not read yet: each is in memory as a whole. One network
 * with a reading token left sixty of 100 MB unread, and the backend took 6 GB.
 */
export class UnsentResponses {
  /** Bytes by requester. */
  readonly #bytes = new Map<string, number>();
  #total = 0;

  /**
   * A response of JSON, which counts until its client has read it or gone away. The site's own
   * reader is counted, and never refused.
   *
   * @throws LakeError 400 when it is too large; 429 when the requester, or all together, have too
   *   many bytes unread
   */
  respond(requester: string, json: string): Response {
    const headers = { "Content-Type": "application/json; charset=utf-8" };
    const size = Buffer.byteLength(json);
    if (size > limits.response) {
      throw badRequest(`The response is larger than ${limits.response} bytes`);
    }
    if (size <= uncounted) return new Response(json, { headers });
    const giveBack = this.take(requester, size);
    const body = piecesOf(Buffer.from(json), giveBack);
    return new Response(body, { headers: { ...headers, "Content-Length": String(size) } });
  }

  /**
   * Counts bytes of a response that is still being made, too.
   *
   * @returns gives them back; to be called once
   * @throws LakeError 429 when there are too many
   */
  take(requester: string, bytes: number): () => void {
    const own = this.#bytes.get(requester) ?? 0;
    const isFull =
      own + bytes > limits.unsent.requester || this.#total + bytes > limits.unsent.everyone;
    if (isFull && requester !== reader.id) {
      throw tooManyRequests("Too many large responses are unread: read them first", 5);
    }
    this.#add(requester, bytes);
    return () => this.#add(requester, -bytes);
  }

  #add(requester: string, bytes: number): void {
    this.#total += bytes;
    const left = (this.#bytes.get(requester) ?? 0) + bytes;
    if (left > 0) this.#bytes.set(requester, left);
    else this.#bytes.delete(requester);
  }
}

/** Passes bytes on as they are read. */
function piecesOf(bytes: Buffer<ArrayBuffer>, sent: () => void): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream(
    {
      pull(controller) {
        const next = bytes.subarray(at, at + piece);
        at += piece;
        if (at < bytes.length) return controller.enqueue(next);
        // A copy: a socket that holds the last piece would hold all the others with it.
        controller.enqueue(Uint8Array.from(next));
        controller.close();
        sent();
      },
      cancel: sent,
    },
    { highWaterMark: 0 },
  );
}
