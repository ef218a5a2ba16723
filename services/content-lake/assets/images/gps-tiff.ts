import { badRequest } from "../asset-error";

const gpsTag = 0x8825;

/** The EXIF standard knows 32 fields of GPS data. */
const maxFields = 1_000;

type ByteRange = readonly [start: number, end: number];

/** Bytes per value of each TIFF field type, from type 1 on. */
const typeSizes = [1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];

/**
 * Overwrites the coordinates of a TIFF structure, which EXIF is, and returns whether it has any.
 *
 * @throws AssetError 400 for more GPS data than a camera writes
 */
export function eraseGps(tiff: Buffer): boolean {
  const ranges = gpsRanges(tiff);
  zero(tiff, ranges);
  return ranges.length > 0;
}

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
