import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import { refuseTinyChunks } from "../limits/tiny-chunks";

export interface BodyRefusal {
  status: 400 | 408 | 413 | 503;
  sentence: string;
}

/** After this time a body must have arrived at the minimum rate. */
const graceSeconds = 8;
const minBytesPerSecond = 1_000;

/**
 * After this time it must be complete: a body that stops before its last byte holds all bytes
 * before.
 */
const maxSeconds = 60;

/** Reports that browsers send by themselves are shorter. */
export const maxReportBytes = 16_384;

/**
 * Reads a request's body, or says why not: it is too large, too slow, or incomplete. A client that
 * sends drop by drop holds nothing but its connection.
 */
export function readBody(
  request: Readable & { headers?: IncomingHttpHeaders },
  maxBytes: number,
): Promise<Buffer | BodyRefusal> {
  const tooLarge = { status: 413, sentence: "That is more than this URL accepts." } as const;
  if (Number(request.headers?.["content-length"] ?? 0) > maxBytes) return Promise.resolve(tooLarge);
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
      if (bytes > maxBytes) finish(tooLarge);
    };
    const watch = setInterval(() => {
      const seconds = (performance.now() - started) / 1_000;
      const isSlow = seconds > graceSeconds && bytes < seconds * minBytesPerSecond;
      if (isSlow || seconds > maxSeconds)
        finish({ status: 408, sentence: "The request came too slowly." });
    }, 1_000);
    const cutOff = () => finish({ status: 400, sentence: "The request was cut off." });
    request.on("data", take);
    refuseTinyChunks(request, () =>
      finish({ status: 400, sentence: "The request came in too many tiny pieces." }),
    );
    request.once("end", () => finish(Buffer.concat(chunks)));
    request.once("error", cutOff);
    request.once("close", cutOff);
  });
}
