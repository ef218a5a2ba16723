import type { IncomingMessage, ServerResponse } from "node:http";

const roundMilliseconds = 2_000;

/** How many rounds a client may make no progress, a minute as in nginx. */
const maxStalledRounds = 30;

/**
 * While others wait for its slot, a client that moves fewer bytes than this in six seconds is cut
 * off: two leaked tokens on four networks held every query's slot with unread responses.
 */
const contendedBytes = 32_768;
const maxContendedRounds = 3;

/**
 * What an upload must have sent after a minute. One write to a socket is already at least this
 * large.
 */
const minUploadBytes = 60_000;

/** Counts the rounds without progress. */
function progress(minBytes: number) {
  let mark = 0;
  let rounds = 0;
  return (shouldMove: boolean, bytes: number, isContended: boolean): boolean => {
    const min = isContended ? Math.max(minBytes, contendedBytes) : minBytes;
    if (shouldMove && bytes - mark < min)
      return ++rounds >= (isContended ? maxContendedRounds : maxStalledRounds);
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
 * @param isContended whether others wait for what the request holds
 * @param uploadStalled is called instead of destroying the response when no response has started
 */
export function endWhenStalled(
  request: IncomingMessage,
  response: ServerResponse,
  isContended: () => boolean,
  uploadStalled: () => void,
): void {
  // Its client left before, and it is never closed again: its timer ran for good.
  if (response.closed) return;
  const isUnread = progress(1);
  const isStalledUpload = progress(minUploadBytes);
  const watch = setInterval(() => {
    const { socket } = request;
    const unsent = response.writableLength;
    const isWaitedFor = isContended();
    const sent = socket.bytesWritten - socket.writableLength;
    if (isUnread(unsent > 0, sent, isWaitedFor)) response.destroy();
    // What waits in our own buffer waits for the lake: that is not the client's fault.
    const isComing = !request.complete && request.readableLength === 0;
    if (!isStalledUpload(isComing, socket.bytesRead, isWaitedFor)) return;
    clearInterval(watch);
    if (response.headersSent) response.destroy();
    else uploadStalled();
  }, roundMilliseconds).unref();
  response.once("close", () => clearInterval(watch));
}
