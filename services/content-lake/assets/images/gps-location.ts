import { maxPngChunks } from "@platen/kit";
import { badRequest } from "../asset-error";
import { eraseGps } from "./gps-tiff";

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

/** Places of one kind that are examined in a file; one of several pictures has some dozens. */
const maxPlaces = 1_000;

/** Each frame of an animation is one; 50 MB of empty ones took 300 ms. */
const maxWebpChunks = 10_000;

/**
 * Whether {@link eraseLocation} must read the file. Sharp reports only the first metadata: a JPEG
 * may have more of it in further segments and in the pictures behind it, a WebP in further chunks.
 */
export function mayHoldLocation({ format, exif, xmp }: LocationSources): boolean {
  if (format === "jpeg" || format === "webp" || format === "tiff") return true;
  return exif !== undefined || xmp !== undefined;
}

/**
 * The picture `file` without coordinates: `file` itself, overwritten in place, or for PNG a shorter
 * copy. Undefined when it has none.
 *
 * @throws AssetError 400 for more metadata than a camera writes, or a PNG of more chunks than an
 *   encoder writes
 */
export function eraseLocation(file: Buffer, sources: LocationSources): Buffer | undefined {
  const { format, exif, xmp } = sources;
  if (format === "png") {
    const held = [exif && eraseGps(tiffPart(Buffer.from(exif))), xmp && blankXmp(Buffer.from(xmp))];
    // Its text and EXIF chunks may be compressed and carry checksums, so they go as a whole.
    const unwanted = new Set(["eXIf", "iTXt", "tEXt", "zTXt"]);
    return held.includes(true) ? withoutChunks(file, unwanted) : undefined;
  }
  const erased = tiffsOf(file, sources).map(eraseGps);
  erased.push(blankXmp(file), format === "jpeg" && blankMovies(file));
  return erased.includes(true) ? file : undefined;
}

/** The EXIF of a file. */
function tiffsOf(file: Buffer, { format, exif }: LocationSources): Buffer[] {
  if (format === "tiff") return [file];
  if (format === "jpeg") return jpegExif(file);
  if (format === "webp") return webpExif(file);
  if (!exif) return [];
  const tiff = tiffPart(Buffer.from(exif));
  const at = positionOf(tiff, file);
  return at < 0 ? [] : [file.subarray(at, at + tiff.length)];
}

/** All EXIF segments, of the picture and of those that follow it. */
function jpegExif(file: Buffer): Buffer[] {
  return placesOf("Exif\0\0", file)
    .filter((at) => at >= 4 && file.readUInt16BE(at - 4) === 0xffe1)
    .map((at) => file.subarray(at + 6, at - 2 + file.readUInt16BE(at - 2)));
}

/** All EXIF chunks. What follows the end is not part of the picture. */
function webpExif(file: Buffer): Buffer[] {
  const found: Buffer[] = [];
  const length = file.length < 12 ? 0 : Math.min(file.length, 8 + file.readUInt32LE(4));
  let [at, count] = [12, 0];
  while (at + 8 <= length) {
    count += 1;
    if (count > maxWebpChunks) throw badRequest("It has too many chunks.");
    const size = file.readUInt32LE(at + 4);
    const isExif = file.toString("latin1", at, at + 4) === "EXIF";
    if (isExif) found.push(tiffPart(file.subarray(at + 8, at + 8 + size)));
    at += 8 + size + (size % 2);
  }
  return found;
}

/** What ends a value of XMP: a quote, a tag, and what is not text, such as a segment's header. */
const endOfValue = new Set([0, 1, 2, 3, 4, 5, 6, 7, 8, 0xfe, 0xff, ...Buffer.from("\"'<")]);

/**
 * Blanks the values of all XMP properties that are called GPS…, whatever their namespace's prefix
 * is; drones write Gps…. What was blanked is no place anymore, so that no byte is read twice.
 */
function blankXmp(file: Buffer): boolean {
  const blanked = gpsNames(file).map((at) => {
    const text = file.toString("latin1", at, at + 200);
    const [opening] = /^:G\w{2,60}\s{0,60}(?:=\s{0,60}["']|>)/.exec(text) ?? [];
    if (!opening) return false;
    const start = at + opening.length;
    let end = start;
    let isBlank = true;
    for (; end < file.length; end += 1) {
      const byte = file[end] ?? 0;
      if (endOfValue.has(byte)) break;
      if (byte > 0x20) isBlank = false;
    }
    if (isBlank) return false;
    file.fill(" ", start, end);
    return true;
  });
  return blanked.includes(true);
}

/**
 * Where a file has `:GPS` or `:Gps`. One of four bytes is read, which is in a name or not: two
 * searches of a file that was full of their beginnings took 400 ms.
 */
function gpsNames(file: Buffer): number[] {
  const places: number[] = [];
  for (let last = 3; last < file.length; last += 4) {
    const offset = offsetsInName[file[last] ?? 0] ?? 0;
    if (offset === 0) continue;
    const at = last + 1 - offset;
    const isName =
      file[at] === 0x3a &&
      file[at + 1] === 0x47 &&
      ((file[at + 2] === 0x50 && file[at + 3] === 0x53) ||
        (file[at + 2] === 0x70 && file[at + 3] === 0x73));
    if (!isName) continue;
    if (places.length === maxPlaces) throw damaged();
    places.push(at);
  }
  return places;
}

/** For each byte which of a name's four it is, from 1 on; 0 for none. */
const offsetsInName = new Uint8Array(256);
for (const name of [":GPS", ":Gps"]) {
  Buffer.from(name).forEach((byte, index) => (offsetsInName[byte] = index + 1));
}

/** Zeros the coordinates of the movie that some phones append to a photo, such as `+52.5+13.4/`. */
function blankMovies(file: Buffer): boolean {
  const blanked = placesOf("\xa9xyz", file).map((at) => {
    const start = at + 8; // behind the length and the language
    const text = file.toString("latin1", start, start + 60);
    const [place] = /^[+-]\d[\d.+-]*/.exec(text) ?? [];
    if (!place || !/[1-9]/.test(place)) return false;
    file.write(place.replace(/\d/g, "0"), start, "latin1");
    return true;
  });
  return blanked.includes(true);
}

/** Where a file has a text, which must be rare in it. */
function placesOf(text: string, file: Buffer): number[] {
  const bytes = Buffer.from(text, "latin1");
  const places: number[] = [];
  for (let at = file.indexOf(bytes); at >= 0; at = file.indexOf(bytes, at + bytes.length)) {
    if (places.length === maxPlaces) throw damaged();
    places.push(at);
  }
  return places;
}

/** The first bytes of metadata that are searched for, and how many places may begin with them. */
const [firstBytes, maxBeginnings] = [8, 100];

/**
 * Where a file has a part of it; -1 for nowhere. When it was searched for as a whole, each byte of
 * a crafted part was compared with every byte of the file: 4 MB blocked the lake for 30 s.
 */
function positionOf(part: Uint8Array, file: Buffer): number {
  const first = part.subarray(0, firstBytes);
  let at = file.indexOf(first);
  for (let places = 0; at >= 0; places += 1) {
    if (places === maxBeginnings) throw damaged();
    if (file.subarray(at, at + part.length).equals(part)) return at;
    at = file.indexOf(first, at + 1);
  }
  return -1;
}

const damaged = () => badRequest("Its metadata is damaged.");

/** EXIF is a TIFF structure, mostly behind the six bytes `Exif\0\0`. */
function tiffPart(exif: Uint8Array): Buffer {
  const bytes = Buffer.from(exif.buffer, exif.byteOffset, exif.byteLength);
  return bytes.toString("latin1", 0, 6) === "Exif\0\0" ? bytes.subarray(6) : bytes;
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
