import type { Readable } from "node:stream";

export interface BodyRefusal {
  status: 400 | 408 | 413;
  sentence: string;
}

/** After this time a body must have come at the minimum rate. */
const graceSeconds = 8;
const minBytesPerSecond = 1_000;

/**
 * Reads a request's body, or says why not: it is too large, comes too slowly, or breaks off. A client that sends drop by
 * drop holds nothing but its connection.
 */
export function readBody(request: Readable, maxBytes: number): Promise<Buffer | BodyRefusal> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const started = performance.now();
    const finish = (result: Buffer | BodyRefusal) => {
      clearInterval(watch);
      request.off("data", take);
      resolve(result);
    };
    const take = (chunk: Buffer) => {
      bytes += chunk.length;
      chunks.push(chunk);
      if (bytes > maxBytes) finish({ status: 413, sentence: "That is more than this page takes." });
    };
    const watch = setInterval(() => {
      const seconds = (performance.now() - started) / 1_000;
      if (seconds > graceSeconds && bytes < seconds * minBytesPerSecond)
        finish({ status: 408, sentence: "The request came too slowly." });
    }, 1_000);
    const brokenOff = () => finish({ status: 400, sentence: "The request broke off." });
    request.on("data", take);
    request.once("end", () => finish(Buffer.concat(chunks)));
    request.once("error", brokenOff);
    request.once("close", brokenOff);
  });
}
