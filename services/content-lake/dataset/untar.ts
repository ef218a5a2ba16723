import { createReadStream, createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { DiskSpace } from "@platen/kit";
import { DatasetError } from "./dataset-error";

const blockSize = 512;

/** Maximum bytes of an entry that names the next one: a path has at most 4,096. */
const maxNameBytes = 64 * 1024;

/**
 * Limits of an archive: far more than a lake that fits into memory and its library have, and far
 * less than a few megabytes can decompress to.
 */
export const archiveLimits = {
  entries: 200_000,
  /**
   * Maximum bytes of one file: more than the largest asset (200 MB) and than all documents
   * together.
   */
  entryBytes: 4 * 1024 ** 3,
  bytes: 64 * 1024 ** 3,
};

/**
 * Unpacks a `.tar.gz` into a directory: its files, and the folders that they are in. Anything else
 * an archive may hold (links, devices) is refused, and so is a path that leads out of the
 * directory.
 *
 * @param limits of the decompressed content, besides the disk's: it stops where the disk would be
 *   too full for everyone else
 * @throws DatasetError naming the archive, when it is damaged, too large, or holds a forbidden
 *   entry
 */
export async function untar(
  archive: string,
  directory: string,
  { limits = archiveLimits, space = new DiskSpace(directory) } = {},
): Promise<void> {
  const fault = (reason: string) => new DatasetError(`${archive} ${reason}.`);
  const bytes = new Bytes(createReadStream(archive).pipe(createGunzip()));
  let longPath: string | undefined;
  let entries = 0;
  let total = 0;
  try {
    for (;;) {
      const header = await bytes.take(blockSize);
      if (!header) throw fault("is truncated");
      if (header.every((byte) => byte === 0)) return;
      if (!hasItsChecksum(header)) throw fault("is damaged, or not a tar archive");
      const size = sizeIn(header);
      if (size === undefined) throw fault("is damaged");
      entries += 1;
      total += size;
      if (entries > limits.entries) throw fault(`holds more than ${limits.entries} entries`);
      if (total > limits.bytes) throw fault(`unpacks to more than ${limits.bytes} bytes`);
      const kind = textAt(header, 156, 1);
      if (kind === "x" || kind === "L") {
        // The size is checked first: the entry is read into memory whole.
        const content = size > maxNameBytes ? undefined : await bytes.take(padded(size));
        if (!content) throw fault("is damaged");
        longPath = longPathIn(kind, content.subarray(0, size)) ?? longPath;
      } else if (kind === "0" || kind === "") {
        const name = longPath ?? shortPath(header);
        longPath = undefined;
        const target = path.resolve(directory, name);
        if (!target.startsWith(path.resolve(directory) + path.sep)) {
          throw fault(`holds "${name}", which leads out of it`);
        }
        if (size > limits.entryBytes) {
          throw fault(`holds "${name}", which has more than ${limits.entryBytes} bytes`);
        }
        if (!space.allows(size)) throw fault("unpacks to more than the disk has room for");
        await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
        const file = createWriteStream(target, { mode: 0o600 });
        await pipeline(Readable.from(bytes.portions(size)), file);
        await bytes.skip(padded(size) - size);
      } else if (kind === "5" || kind === "g") {
        longPath = undefined;
        await bytes.skip(padded(size));
      } else {
        throw fault(`holds "${shortPath(header)}", which is not a file`);
      }
    }
  } catch (error) {
    if (error instanceof DatasetError) throw error;
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw fault(
      code.startsWith("Z_") ? "is damaged, or not a .tar.gz" : `cannot be read (${code})`,
    );
  } finally {
    bytes.end();
  }
}

const padded = (size: number) => Math.ceil(size / blockSize) * blockSize;

/**
 * Octal digits. Undefined for anything else, such as the base-256 notation of files beyond 8 GB.
 */
function sizeIn(header: Buffer): number | undefined {
  const digits = textAt(header, 124, 12).trim() || "0";
  return /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : undefined;
}

const textAt = (header: Buffer, start: number, length: number) =>
  header
    .toString("utf8", start, start + length)
    .split("\0", 1)
    .join("");

function shortPath(header: Buffer): string {
  const prefix = textAt(header, 257, 5) === "ustar" ? textAt(header, 345, 155) : "";
  return prefix === "" ? textAt(header, 0, 100) : `${prefix}/${textAt(header, 0, 100)}`;
}

/**
 * The path of the entry that follows: GNU's entry "L" is all path, POSIX's "x" holds lines of
 * `length key=value`.
 */
function longPathIn(kind: string, content: Buffer): string | undefined {
  if (kind === "L") return content.toString("utf8").split("\0", 1).join("");
  return /^\d+ path=(.*)$/m.exec(content.toString("utf8"))?.[1];
}

/** The checksum is taken with its own field full of spaces. */
function hasItsChecksum(header: Buffer): boolean {
  const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 0x20 : byte), 0);
  return sum === Number.parseInt(textAt(header, 148, 8).trim(), 8);
}

/** A stream, read in chunks of a given length. */
class Bytes {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(readonly stream: Readable) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  /** This many bytes; undefined when the stream ends earlier. */
  async take(length: number): Promise<Buffer | undefined> {
    const parts: Buffer[] = [];
    let left = length;
    while (left > 0) {
      const part = await this.#next(left);
      if (!part) return undefined;
      parts.push(part);
      left -= part.length;
    }
    return Buffer.concat(parts);
  }

  /** This many bytes, as they come; throws when the stream ends earlier. */
  async *portions(length: number): AsyncGenerator<Buffer> {
    for (let left = length; left > 0;) {
      const part = await this.#next(left);
      if (!part) throw new Error("it is truncated");
      left -= part.length;
      yield part;
    }
  }

  /** Skips this many bytes, or to the end of the stream, which the next read notices. */
  async skip(length: number): Promise<void> {
    for (let left = length; left > 0;) {
      const part = await this.#next(left);
      if (!part) return;
      left -= part.length;
    }
  }

  end(): void {
    this.stream.destroy();
  }

  async #next(maxBytes: number): Promise<Buffer | undefined> {
    while (this.#rest.length === 0) {
      const { done, value } = await this.#chunks.next();
      if (done) return undefined;
      this.#rest = value;
    }
    const part = this.#rest.subarray(0, maxBytes);
    this.#rest = this.#rest.subarray(part.length);
    return part;
  }
}
