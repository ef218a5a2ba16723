import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";
import type { Encoding } from "./negotiate-encoding";

/**
 * How much time a compression may take: `soon` while a visitor waits, `best` for what will be sent
 * many times.
 */
export type Effort = "soon" | "best";

const brotliQuality = { soon: 5, best: constants.BROTLI_MAX_QUALITY };
const gzipLevel = { soon: 6, best: constants.Z_BEST_COMPRESSION };

/** Below this a packet's framing is larger than what compression saves. */
const worthwhile = 1_024;

/** Both compressed forms of a body, made in other threads; null for what is too short to gain. */
export async function compress(
  body: Buffer,
  effort: Effort,
): Promise<{ br: Buffer | null; gzip: Buffer | null }> {
  if (body.length < worthwhile) return { br: null, gzip: null };
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: brotliQuality[effort],
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
    promisify(gzip)(body, { level: gzipLevel[effort] }),
  ]);
  return { br, gzip: gzipped };
}

/** A stream that compresses what is written to it, for a response that is sent as it is made. */
export function compressor(encoding: Exclude<Encoding, "identity">) {
  return encoding === "br"
    ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
    : createGzip({ level: gzipLevel.soon });
}

const compressible =
  /^(?:text\/(?!event-stream)|application\/(?:json|xml|atom\+xml|manifest\+json)|image\/svg)/;

/** Whether a response of this media type gets smaller by compression. */
export const isCompressible = (type: string | null) => type !== null && compressible.test(type);

/**
 * Whether the response to this request may be compressed although it is for one visitor. The length
 * of a page that contains both a secret and an attacker's guess reveals whether the guess was right
 * (BREACH). So requests that another site may have made the browser send stay uncompressed, and so
 * do responses to forms, which show new secrets.
 */
export function mayCompress({ method, headers }: IncomingMessage, personal: boolean): boolean {
  if (!personal) return true;
  if (method !== "GET" && method !== "HEAD") return false;
  const site = headers["sec-fetch-site"];
  return site === "same-origin" || site === "none";
}
