import { readFile } from "node:fs/promises";
import sharp, { type Metadata, type Sharp } from "sharp";
import { rgbaToThumbHash } from "thumbhash";
import { maxScans, scansOf } from "@platen/kit";
import { AssetError, badRequest } from "../asset-error";
import { blurHash } from "./blurhash";
import { type ExifTags, exifTags } from "./exif";
import { formatOfContent, type ImageFormat } from "./image-format";
import { imageLimits } from "./image-limits";
import { imagePalette, type Palette } from "./palette";
import { firstBytes, openPicture } from "./picture";
import { refuseLongTexts } from "./png-texts";

/** What the header of a picture contains. */
export interface ImageHeader {
  format: ImageFormat;
  /** Pixels, as shown: after the EXIF orientation, or an SVG's own size. */
  width: number;
  height: number;
  /** As sharp read it, for the parts that only some formats have. */
  raw: Metadata;
}

/** The `metadata` of a `sanity.imageAsset` document. */
export interface ImageMetadata extends ExifTags {
  _type: "sanity.imageMetadata";
  dimensions: {
    _type: "sanity.imageDimensions";
    width: number;
    height: number;
    aspectRatio: number;
  };
  hasAlpha: boolean;
  /**
   * False when a pixel shows what is behind it; a picture with an alpha channel may still be
   * opaque.
   */
  isOpaque: boolean;
  /** The picture at 20 pixels across, as a data URI. */
  lqip?: string;
  blurHash?: string;
  thumbHash?: string;
  palette?: Palette;
}

/** The parts of the metadata that an upload chooses among (`?meta=`). */
export type OptionalMetadata = "lqip" | "blurhash" | "palette" | "thumbhash" | "exif" | "image";

/**
 * Recognizes a picture by its bytes, whatever it was called.
 *
 * @throws AssetError 400 when it is not a picture, none of a supported format, or has more pixels
 *   or text than we decode
 */
export async function readHeader(path: string): Promise<ImageHeader> {
  await refuseLongTexts(path);
  await refuseManyScans(path);
  // Only the header is read here, to distinguish the limit from damage, below.
  const raw = await decoding(async () =>
    (await openPicture(path, { limitInputPixels: false })).metadata(),
  );
  const format = formatOfContent(raw.format, raw.compression);
  if (!format) throw badRequest(`Invalid image: the format ${raw.format} is not supported.`);
  const { width, height } = raw.autoOrient;
  if (!width || !height) throw badRequest("Invalid image: it has no width or no height.");
  if (width * height * (raw.pages ?? 1) > imageLimits.pixels || width > 99_999 || height > 99_999) {
    throw badRequest(`Invalid image: it has more than ${imageLimits.pixels} pixels.`);
  }
  return { format, width, height, raw };
}

/**
 * @throws AssetError 400 for a JPEG whose many scans would keep its decoder busy past every time
 *   limit
 */
async function refuseManyScans(path: string): Promise<void> {
  const start = await firstBytes(path);
  if (start[0] !== 0xff || start[1] !== 0xd8) return;
  if (scansOf(await readFile(path)) <= maxScans) return;
  throw badRequest(`Invalid image: it has more than ${maxScans} scans.`);
}

/**
 * Decodes the whole picture and describes it.
 *
 * @param wanted the optional parts to compute
 * @throws AssetError 400 when the bytes are damaged or truncated
 */
export async function describeImage(
  path: string,
  wanted: ReadonlySet<OptionalMetadata>,
): Promise<ImageMetadata> {
  const { width, height, raw, format } = await readHeader(path);
  return decoding(async () => {
    const picture = (await openPicture(path)).autoOrient();
    const small = await pixels(picture, 100);
    const isOpaque =
      !raw.hasAlpha ||
      (format === "svg" ? opaque(small.data) : (await (await openPicture(path)).stats()).isOpaque);
    const { exif, image } = exifTags(raw.exif);
    return {
      _type: "sanity.imageMetadata",
      dimensions: {
        _type: "sanity.imageDimensions",
        width,
        height,
        aspectRatio: width / height,
      },
      hasAlpha: raw.hasAlpha,
      isOpaque,
      ...(wanted.has("lqip") && { lqip: await lqip(small, isOpaque) }),
      ...(wanted.has("blurhash") && { blurHash: await hashOf(small) }),
      ...(wanted.has("thumbhash") && { thumbHash: thumbHashOf(small) }),
      ...(wanted.has("exif") && exif && { exif }),
      ...(wanted.has("image") && image && { image }),
      ...(wanted.has("palette") && { palette: imagePalette(small.data) }),
    };
  });
}

/**
 * Runs sharp on untrusted bytes: if it rejects, the bytes are at fault. Its own message is
 * withheld, because it contains our paths. File system errors have a code and pass through.
 */
export async function decoding<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AssetError || !(error instanceof Error) || "code" in error) throw error;
    throw badRequest(
      "Invalid image: it cannot be decoded; it is damaged, cut off or not of a supported format.",
    );
  }
}

/** Decoded pixels, 8-bit RGBA. */
interface Pixels {
  data: Buffer;
  info: { width: number; height: number };
}

const pixels = (image: Sharp, across: number): Promise<Pixels> =>
  image
    .resize(across, across, { fit: "inside" })
    .toColourspace("srgb")
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });

const reopen = ({ data, info: { width, height } }: Pixels) =>
  sharp(data, { raw: { width, height, channels: 4 } });

function opaque(rgba: Uint8Array): boolean {
  for (let at = 3; at < rgba.length; at += 4) if (rgba[at] !== 255) return false;
  return true;
}

async function lqip(small: Pixels, isOpaque: boolean): Promise<string> {
  const tiny = reopen(small).resize(20, 20, { fit: "inside" });
  const bytes = isOpaque
    ? await tiny.flatten().jpeg({ quality: 60 }).toBuffer()
    : await tiny.png({ palette: true }).toBuffer();
  return `data:image/${isOpaque ? "jpeg" : "png"};base64,${bytes.toString("base64")}`;
}

function thumbHashOf({ data, info }: Pixels): string {
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString("base64");
}

async function hashOf(small: Pixels): Promise<string> {
  const { data, info } = await pixels(reopen(small), 32);
  const aspectRatio = info.width / info.height;
  const [across, down] = aspectRatio > 1.2 ? [4, 3] : aspectRatio < 0.8 ? [3, 4] : [4, 4];
  return blurHash(data, info.width, info.height, across, down);
}
