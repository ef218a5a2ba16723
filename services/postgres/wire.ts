import type { Socket } from "node:net";

/**
 * The Postgres wire protocol, as far as the socket server implements it.
 * https://www.postgresql.org/docs/18/protocol-message-formats.html
 */
export interface FrontendMessage {
  /** The type byte as a letter; "" for a message before authentication, which has none. */
  type: string;
  /** The whole message, with type and length. */
  bytes: Buffer;
  body: Buffer;
}

/** Maximum length of a client's message: Postgres's memory grows with it and never shrinks. */
const maxLength = 16 * 1024 * 1024;

/** A client sent what the protocol does not allow. */
export class ProtocolViolation extends Error {}

/**
 * Splits what a client sends into messages, the first of which is the startup packet (until
 * `started()` says otherwise).
 */
export async function* readMessages(
  socket: Socket,
  started: () => boolean,
): AsyncGenerator<FrontendMessage> {
  let buffered: Buffer = Buffer.alloc(0);
  // Not destroyed at the end: a client that broke the protocol must still receive an error.
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk]);
    for (;;) {
      const header = started() ? 1 : 0;
      if (buffered.length < header + 4) break;
      const length = buffered.readUInt32BE(header);
      if (length < 4 || length > (header ? maxLength : 10_000)) {
        throw new ProtocolViolation(`A message of ${length} bytes is not accepted.`);
      }
      if (buffered.length < header + length) break;
      const bytes = buffered.subarray(0, header + length);
      buffered = buffered.subarray(header + length);
      yield {
        type: header ? String.fromCharCode(bytes[0] ?? 0) : "",
        bytes,
        body: bytes.subarray(header + 4),
      };
    }
  }
}

/**
 * The values that a Bind message has for the parameters of its statement, without those that are
 * null; of one that is not well-formed, those before its fault.
 */
export function* parametersOf(body: Buffer): Generator<Buffer> {
  const portalEnd = body.indexOf(0);
  const nameEnd = portalEnd < 0 ? -1 : body.indexOf(0, portalEnd + 1);
  if (nameEnd < 0 || nameEnd + 3 > body.length) return;
  let at = nameEnd + 3 + 2 * body.readUInt16BE(nameEnd + 1);
  if (at + 2 > body.length) return;
  let left = body.readUInt16BE(at);
  for (at += 2; left > 0 && at + 4 <= body.length; left -= 1) {
    const length = Math.max(0, body.readInt32BE(at));
    const isNull = body.readInt32BE(at) < 0;
    at += 4;
    if (at + length > body.length) return;
    if (!isNull) yield body.subarray(at, at + length);
    at += length;
  }
}

/** A message of the backend or the frontend: type, length, body. */
export function message(type: string, ...parts: (string | Buffer)[]): Buffer {
  const body = Buffer.concat(
    parts.map((part) => (typeof part === "string" ? Buffer.from(`${part}\0`) : part)),
  );
  const head = Buffer.alloc(5);
  head.write(type, "latin1");
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** A number as the protocol sends it: four bytes, the most significant first. */
export function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

export interface ErrorFields {
  /** SQLSTATE */
  code: string;
  message: string;
}

/** An ErrorResponse: https://www.postgresql.org/docs/current/protocol-error-fields.html */
export function errorResponse(severity: "ERROR" | "FATAL", fields: ErrorFields): Buffer {
  const { code, message: text } = fields;
  return message("E", `S${severity}`, `V${severity}`, `C${code}`, `M${text}`, Buffer.alloc(1));
}

/**
 * Stands in for a message that we refuse: Postgres fails on it, and does its own error handling.
 */
export const refusingBind = message("B", "", "refused", Buffer.alloc(6));

/** Replaces the first ErrorResponse among backend messages, or the first with that SQLSTATE. */
export function replaceError(response: Buffer, replacement: Buffer, code = ""): Buffer {
  for (let at = 0; at < response.length;) {
    const end = at + 1 + response.readInt32BE(at + 1);
    if (response[at] === 0x45 && response.subarray(at, end).includes(`\0C${code}`)) {
      return Buffer.concat([response.subarray(0, at), replacement, response.subarray(end)]);
    }
    at = end;
  }
  return response;
}
