import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import { refuseTinyChunks } from "./tiny-chunks";

export interface BodyRefusal {
  status: 400 | 408 | 413 | 503;
  sentence: string;
}

/** What a body needs before more of it than some bytes may be in memory. */
export interface BodyAdmission {
  bytes: number;
  /** @returns whether it may; what has not arrived by then waits */
  admit: () => Promise<boolean>;
  /** Whether others wait for what it holds. */
  isContended: () => boolean;
}

/**
 * After this time a body must have arrived at the minimum rate, or at that at which it would be
 * complete in time.
 */
const graceSeconds = 8;
const minBytesPerSecond = 1_000;

/**
 * The same while others wait for its slot, a megabit per second: 24 accounts in eight networks sent
 * large forms at the minimum rate, and no one else's picture was accepted.
 */
const contendedGraceSeconds = 3;
const contendedBytesPerSecond = 125_000;

/**
 * After this time it must be complete: a body that stops before its last byte holds all bytes
 * before.
 */
const maxSeconds = 60;

/** Bodies up to this size, in bytes, are read before they take a slot. */
export const smallBodyBytes = 65_536;

const tooMany: BodyRefusal = {
  status: 503,
  sentence: "Too many uploads right now. Try again soon.",
};

/** Reports that browsers send on their own are shorter. */
export const maxReportBytes = 16_384;

/**
 * Reads a request's body, or returns why not: it is too large, too slow, or incomplete. A client
 * that sends a few bytes at a time holds nothing but its connection.
 */
export function readBody(
  request: Readable & { headers?: IncomingHttpHeaders },
  maxBytes: number,
  admission?: BodyAdmission,
): Promise<Buffer<ArrayBuffer> | BodyRefusal> {
  const tooLarge = { status: 413, sentence: "That is more than this URL accepts." } as const;
  const declared = Number(request.headers?.["content-length"] ?? 0);
  if (declared > maxBytes) return Promise.resolve(tooLarge);
  const minRate = Math.max(minBytesPerSecond, declared / maxSeconds);
  return new Promise((resolve) => {
    let chunks: Buffer[] = [];
    let bytes = 0;
    let isAdmitted = admission === undefined;
    let started = performance.now();
    let before = 0;
    const finish = (result: Buffer<ArrayBuffer> | BodyRefusal) => {
      clearInterval(watch);
      request.off("data", take);
      // The request's listeners live as long as it does, which may be longer than its response.
      chunks = [];
      resolve(result);
    };
    const take = (chunk: Buffer) => {
      bytes += chunk.length;
      chunks.push(chunk);
      if (bytes > maxBytes) return finish(tooLarge);
      if (admission && !isAdmitted && bytes > admission.bytes) void waitFor(admission);
    };
    const waitFor = async ({ admit }: BodyAdmission) => {
      isAdmitted = true;
      request.pause();
      if (!(await admit())) return finish(tooMany);
      // Restart the count: bytes received earlier would buy a minute of silence in the slot.
      started = performance.now();
      before = bytes;
      request.resume();
    };
    const watch = setInterval(() => {
      if (request.isPaused()) return;
      const seconds = (performance.now() - started) / 1_000;
      const isSlowerThan = (rate: number) => bytes - before < seconds * rate;
      if (seconds > maxSeconds || (seconds > graceSeconds && isSlowerThan(minRate)))
        finish({ status: 408, sentence: "The request was sent too slowly." });
      else if (
        isAdmitted &&
        admission?.isContended() &&
        seconds > contendedGraceSeconds &&
        isSlowerThan(contendedBytesPerSecond)
      )
        finish(tooMany);
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
