import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";

/**
 * A file of an archive: its path there and either its bytes or the file on disk that contains them.
 */
export interface TarEntry {
  /** Relative, with slashes; at most 100 bytes. */
  path: string;
  content: Uint8Array | { file: string };
}

const blockSize = 512;

/**
 * Writes entries as a POSIX ustar archive
 * (https://pubs.opengroup.org/onlinepubs/9699919799/utilities/pax.html, "ustar Interchange
 * Format").
 *
 * @param modified seconds since the Unix epoch, for all entries
 * @throws RangeError for a path that does not fit into the header
 */
export async function* tar(
  entries: AsyncIterable<TarEntry>,
  modified: number,
): AsyncGenerator<Uint8Array> {
  for await (const { path, content } of entries) {
    const size =
      content instanceof Uint8Array ? content.byteLength : (await stat(content.file)).size;
    yield header(path, size, modified);
    if (content instanceof Uint8Array) yield content;
    else yield* createReadStream(content.file, { end: Math.max(0, size - 1) });
    yield Buffer.alloc((blockSize - (size % blockSize)) % blockSize);
  }
  yield Buffer.alloc(2 * blockSize);
}

function header(path: string, size: number, modified: number): Buffer {
  if (Buffer.byteLength(path) > 100) throw new RangeError(`The path is too long: ${path}`);
  const block = Buffer.alloc(blockSize);
  const octal = (value: number, at: number, length: number) =>
    block.write(`${value.toString(8).padStart(length - 1, "0")}\0`, at, "latin1");
  block.write(path, 0);
  octal(0o644, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(Math.floor(modified), 136, 12);
  block.write("0", 156);
  block.write("ustar\0" + "00", 257, "latin1");
  // The checksum is taken with its own field full of spaces.
  block.fill(" ", 148, 156);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return block;
}
