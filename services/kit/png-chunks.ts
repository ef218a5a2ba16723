/** How every PNG begins (W3C PNG, third edition, section 5.2). */
const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

export interface PngChunk {
  /** Four letters, such as IDAT. */
  type: string;
  data: Buffer;
  /** With its length, type and checksum. */
  whole: Buffer;
}

/**
 * Encoders write a picture in some hundred. 415,000 empty ones in 5 MB blocked a process for half a
 * second.
 */
export const maxPngChunks = 10_000;

/**
 * The chunks of a PNG in their order, {@link maxPngChunks} of them, up to where the file is
 * truncated; none for any other file.
 */
export function* pngChunks(file: Buffer): Generator<PngChunk> {
  if (!file.subarray(0, signature.length).equals(signature)) return;
  for (let at = signature.length, count = 0; at + 12 <= file.length; count += 1) {
    if (count === maxPngChunks) return;
    const end = at + 12 + file.readUInt32BE(at);
    const type = file.toString("latin1", at + 4, at + 8);
    yield { type, data: file.subarray(at + 8, end - 4), whole: file.subarray(at, end) };
    at = end;
  }
}

/** What a picture consists of: its size, colors, transparency and pixels. */
const essential = new Set(["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]);

/**
 * Removes a PNG's texts, profiles and other extras; any other file stays as it is. A decoder
 * inflates all of them, outside of its own limits: 620 texts in 4.8 MB inflated to 4 GB.
 */
export function withoutPngExtras(file: Buffer): Buffer {
  const chunks = [...pngChunks(file)].filter(({ type }) => essential.has(type));
  return chunks.length === 0
    ? file
    : Buffer.concat([signature, ...chunks.map(({ whole }) => whole)]);
}
