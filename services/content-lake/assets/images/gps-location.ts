import { maxPngChunks } from "@platen/kit";
import { badRequest } from "../asset-error";

/**
 * Where a picture was taken is nobody's business: phones write coordinates into every photo, and a
 * published original would carry the location of an editor's home. Coordinates are erased before
 * the bytes are named and stored; everything else, and every file without coordinates, stays as it
 * was uploaded, bit for bit.
 */

/** The parts of a picture's metadata that can hold coordinates, as sharp reports them. */
export interface LocationSources {
  format?: string;
  exif?: Uint8Array;
  xmp?: Uint8Array;
}

const gpsTag = 0x8825;

/** The EXIF standard knows 32 fields of GPS data. */
const maxFields = 1_000;
const xmpValue = /(exif:GPS\w+(?:\s*=\s*["']|>))([^"'<]*)/g;

/**
 * Whether {@link eraseLocation} has work to do. For a TIFF file it must be read whole. Both throw
 * an AssetError 400 for more GPS data than a camera writes.
 */
export function mayHoldLocation({ format, exif, xmp }: LocationSources): boolean {
  if (format === "tiff") return true;
  return (
    (exif !== undefined && gpsRanges(tiffPart(exif)).length > 0) ||
    (xmp !== undefined && latin1(xmp).search(xmpValue) >= 0)
  );
}

/**
 * The picture `file` without coordinates: `file` itself, overwritten in place, or for PNG a shorter
 * copy. Throws an AssetError 400 for a PNG of more chunks than an encoder writes.
 */
export function eraseLocation(file: Buffer, { format, exif, xmp }: LocationSources): Buffer {
  // A PNG's text and EXIF chunks may be compressed and carry checksums, so they go as a whole.
  if (format === "png") return withoutChunks(file, new Set(["eXIf", "iTXt", "tEXt", "zTXt"]));
  if (format === "tiff") zero(file, gpsRanges(file));
  if (exif) {
    const tiff = tiffPart(exif);
    const at = positionOf(tiff, file);
    if (at >= 0) zero(file.subarray(at, at + tiff.length), gpsRanges(tiff));
  }
  if (xmp) {
    const at = positionOf(xmp, file);
    const blanked = latin1(xmp).replace(xmpValue, (_, opening: string, value: string) => {
      return opening + " ".repeat(value.length);
    });
    if (at >= 0) file.write(blanked, at, "latin1");
  }
  return file;
}

/** The first bytes of metadata that are searched for, and how many places may begin with them. */
const [firstBytes, maxPlaces] = [8, 100];

/**
 * Where a file has a part of it; -1 for nowhere. When it was searched for as a whole, each byte of
 * a crafted part was compared with every byte of the file: 4 MB blocked the lake for 30 s.
 */
function positionOf(part: Uint8Array, file: Buffer): number {
  const first = part.subarray(0, firstBytes);
  let at = file.indexOf(first);
  for (let places = 0; at >= 0; places += 1) {
    if (places === maxPlaces) throw badRequest("Its metadata is damaged.");
    if (file.subarray(at, at + part.length).equals(part)) return at;
    at = file.indexOf(first, at + 1);
  }
  return -1;
}

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");

/** EXIF is a TIFF structure, mostly behind the six bytes `Exif\0\0`. */
function tiffPart(exif: Uint8Array): Buffer {
  const bytes = Buffer.from(exif.buffer, exif.byteOffset, exif.byteLength);
  return bytes.toString("latin1", 0, 6) === "Exif\0\0" ? bytes.subarray(6) : bytes;
}

type ByteRange = readonly [start: number, end: number];

/** Bytes per value of each TIFF field type, from type 1 on. */
const typeSizes = [1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];

/** Where a TIFF structure has its GPS directory and the values that the directory points to. */
function gpsRanges(tiff: Buffer): ByteRange[] {
  const order = tiff.toString("latin1", 0, 2);
  if (tiff.length < 14 || (order !== "II" && order !== "MM")) return [];
  const u16 = (at: number) => (order === "II" ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const u32 = (at: number) => (order === "II" ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const entries = (directory: number): number[] => {
    if (directory < 8 || directory + 2 > tiff.length) return [];
    const offsets: number[] = [];
    for (let index = 0; index < u16(directory); index++) {
      const at = directory + 2 + index * 12;
      if (at + 12 > tiff.length) break;
      offsets.push(at);
    }
    return offsets;
  };

  const pointers = entries(u32(4)).filter((at) => u16(at) === gpsTag);
  const ranges: ByteRange[] = [];
  for (const directory of new Set(pointers.map((pointer) => u32(pointer + 8)))) {
    const fields = entries(directory);
    if (fields.length === 0) continue;
    // 65,535 directories of 65,535 fields fit into a file, but their ranges do not fit into memory.
    if (ranges.length + fields.length > maxFields) throw badRequest("Its GPS data is damaged.");
    for (const at of fields) {
      const size = u32(at + 4) * (typeSizes[u16(at + 2) - 1] ?? 1);
      if (size > 4) ranges.push([u32(at + 8), u32(at + 8) + size]);
    }
    ranges.push([directory, directory + 2 + fields.length * 12]);
  }
  return ranges;
}

/**
 * Overwrites each byte at most once, however often damaged entries name it, and none beyond the
 * end.
 */
function zero(bytes: Buffer, ranges: ByteRange[]): void {
  let done = 0;
  for (const [start, end] of ranges.sort(([left], [right]) => left - right)) {
    const [from, to] = [Math.max(start, done), Math.min(end, bytes.length)];
    if (from >= to) continue;
    bytes.fill(0, from, to);
    done = to;
  }
}

function withoutChunks(png: Buffer, unwanted: Set<string>): Buffer {
  const chunks = [png.subarray(0, 8)];
  let [at, count, type] = [8, 0, ""];
  // What follows the end is not part of the picture: 50 MB of zeros there were four million chunks.
  while (at + 12 <= png.length && type !== "IEND") {
    count += 1;
    if (count > maxPngChunks) throw badRequest("It has too many chunks.");
    const end = at + 12 + png.readUInt32BE(at);
    type = png.toString("latin1", at + 4, at + 8);
    if (!unwanted.has(type)) chunks.push(png.subarray(at, end));
    at = end;
  }
  return Buffer.concat(chunks);
}
