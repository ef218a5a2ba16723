import type { Readable } from "node:stream";

/** This many chunks of any size are parsed … */
const freeChunks = 1_000;

/** … and more only when they have this many bytes on average: streams of files have thousands. */
const minAverageBytes = 64;

/**
 * Watches a body whose reading has begun. One in chunks of a byte, without an end, takes 20 ms for
 * each 64 kB: an editor's token could block the site with a few connections.
 *
 * @param refuse is called once, when there are too many tiny chunks
 */
export function refuseTinyChunks(body: Readable, refuse: () => void): void {
  let [chunks, bytes] = [0, 0];
  const count = (chunk: Buffer) => {
    chunks += 1;
    bytes += chunk.length;
    if (chunks <= freeChunks || bytes >= chunks * minAverageBytes) return;
    body.off("data", count);
    refuse();
  };
  body.on("data", count);
}
