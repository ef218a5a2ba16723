import readExif from "exif-reader";
import { withinTime } from "@platen/kit";

/** The maximum of a JPEG segment: no camera writes more. */
const exifLimit = 65_536;

/**
 * Directories of a few kilobytes can name gigabytes of values; a real one takes less than one
 * millisecond.
 */
const exifMilliseconds = 100;

const maxTextLength = 1_000;
const maxListLength = 100;

type Tags = Record<string, string | number | number[]>;

/** The tags of a picture in the two objects of Sanity's documents. */
export interface ExifTags {
  exif?: Tags & { _type: "sanity.imageExifMetadata" };
  image?: Tags & { _type: "sanity.imageExifTags" };
}

/**
 * What the camera wrote of the exposure (`exif`) and of itself (`image`), without coordinates:
 * those are erased from the bytes, too. Empty where there is nothing, and for what is damaged.
 *
 * @param bytes as sharp gives them
 */
export function exifTags(bytes: Uint8Array | undefined): ExifTags {
  if (!bytes || bytes.byteLength > exifLimit) return {};
  try {
    const { Image, Photo } = withinTime(exifMilliseconds, () => readExif(Buffer.from(bytes)));
    return {
      ...(Photo && { exif: { ...plain(Photo), _type: "sanity.imageExifMetadata" } }),
      ...(Image && { image: { ...plain(Image), _type: "sanity.imageExifTags" } }),
    };
  } catch {
    return {};
  }
}

/**
 * Tags that have a name, and values that a document can hold. Offsets into the file mean nothing
 * outside it.
 */
function plain(directory: Record<string, unknown>): Tags {
  const tags: Tags = {};
  for (const [name, value] of Object.entries(directory)) {
    if (!/^[A-Z]\w*$/i.test(name) || /^(Exif|GPS|Interoperability)Tag$/.test(name)) continue;
    const tag = plainValue(value);
    if (tag !== undefined) tags[name] = tag;
  }
  return tags;
}

function plainValue(value: unknown): string | number | number[] | undefined {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
  if (typeof value === "string") {
    return (
      value
        .slice(0, maxTextLength)
        .replace(/\p{Cc}/gu, "")
        .trim() || undefined
    );
  }
  if (Array.isArray(value)) {
    return value.length <= maxListLength && value.every(isFigure) ? value : undefined;
  }
  return isFigure(value) ? value : undefined;
}

const isFigure = (value: unknown): value is number => Number.isFinite(value);
