import type { IncomingMessage, ServerResponse } from "node:http";

const roundMilliseconds = 10_000;

/** How many rounds a client may make no progress, a minute as in nginx. */
const maxStalledRounds = 6;

/**
 * What an upload must have sent after a minute. One write to a socket is already at least this
 * large.
 */
const minUploadBytes = 60_000;

/** Counts the rounds without progress. */
function progress(minBytes: number) {
  let mark = 0;
  let rounds = 0;
  return (shouldMove: boolean, bytes: number): boolean => {
    if (shouldMove && bytes - mark < minBytes) return ++rounds >= maxStalledRounds;
    mark = bytes;
    rounds = 0;
    return false;
  };
}

/**
 * Watches a request that holds resources until it is finished. A response with bytes that the
 * client has not accepted for a minute is destroyed: 260 unread downloads once held every
 * connection to the lake. An idle event stream has no such bytes, and stays. An upload slower than
 * 1 kB/s over a minute ends the same way.
 *
 * @param uploadStalled is called instead of destroying the response when no response has started
 */
export function endWhenStalled(
  request: IncomingMessage,
  response: ServerResponse,
  uploadStalled: () => void,
): void {
  const isUnread = progress(1);
  const isStalledUpload = progress(minUploadBytes);
  const watch = setInterval(() => {
    const { socket } = request;
    const unsent = response.writableLength;
    if (isUnread(unsent > 0, socket.bytesWritten - socket.writableLength)) response.destroy();
    // What waits in our own buffer waits for the lake: that is not the client's fault.
    const isComing = !request.complete && request.readableLength === 0;
    if (!isStalledUpload(isComing, socket.bytesRead)) return;
    clearInterval(watch);
    if (response.headersSent) response.destroy();
    else uploadStalled();
  }, roundMilliseconds).unref();
  response.once("close", () => clearInterval(watch));
}
