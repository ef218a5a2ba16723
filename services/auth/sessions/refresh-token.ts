import { createHash, createHmac, randomBytes } from "node:crypto";
import { safeEqual } from "@platen/kit";

/**
 * The second format of the hosted service's refresh tokens: base64url of a zero byte, the session's
 * id (16 bytes), a counter (unsigned LEB128), the first 16 bytes of HMAC-SHA256 over these with the
 * session's own key, and the first 4 of SHA-256 over all of it, so that mistyped ones are refused
 * without a database query.
 */
interface RefreshToken {
  sessionId: string;
  counter: number;
  /** Whether the session's key signed this. */
  signedBy(key: string): boolean;
}

const signatureLength = 16;
const checksumLength = 4;

/** A new key for one session's tokens, as `sessions.refresh_token_hmac_key` holds it. */
export const createRefreshTokenKey = () => randomBytes(32).toString("base64url");

/**
 * A refresh token of a session, signed with the session's key.
 *
 * @param counter how many tokens of the session came before
 */
export function encodeRefreshToken(sessionId: string, counter: number, key: string): string {
  const content = Buffer.concat([
    Buffer.of(0),
    Buffer.from(sessionId.replaceAll("-", ""), "hex"),
    encodeCounter(counter),
  ]);
  const signed = Buffer.concat([content, sign(content, key)]);
  return Buffer.concat([signed, checksum(signed)]).toString("base64url");
}

/** Null when the text is not a refresh token of this format. */
export function decodeRefreshToken(token: string): RefreshToken | null {
  const bytes = Buffer.from(token, "base64url");
  // Buffer skips characters that are not base64url; a token must not have several spellings.
  if (bytes.toString("base64url") !== token) return null;
  if (bytes.length < 1 + 16 + 1 + signatureLength + checksumLength || bytes[0] !== 0) return null;
  const signed = bytes.subarray(0, -checksumLength);
  if (!safeEqual(checksum(signed), bytes.subarray(-checksumLength))) return null;
  const content = signed.subarray(0, -signatureLength);
  const counter = decodeCounter(content.subarray(17));
  if (counter === null) return null;
  const hex = content.subarray(1, 17).toString("hex");
  return {
    sessionId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"),
    counter,
    signedBy: (key) => safeEqual(sign(content, key), signed.subarray(-signatureLength)),
  };
}

const sign = (content: Buffer, key: string) =>
  createHmac("sha256", Buffer.from(key, "base64url"))
    .update(content)
    .digest()
    .subarray(0, signatureLength);

const checksum = (content: Buffer) =>
  createHash("sha256").update(content).digest().subarray(0, checksumLength);

function encodeCounter(counter: number): Buffer {
  const bytes: number[] = [];
  let rest = counter;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) + 0x80);
    rest = Math.floor(rest / 0x80);
  }
  return Buffer.from([...bytes, rest]);
}

function decodeCounter(bytes: Buffer): number | null {
  let counter = 0;
  let scale = 1;
  for (const [index, byte] of bytes.entries()) {
    counter += (byte % 0x80) * scale;
    if (!Number.isSafeInteger(counter)) return null;
    if (byte < 0x80) return index === bytes.length - 1 ? counter : null;
    scale *= 0x80;
  }
  return null;
}
