import sharp from "sharp";
import { maxScans, scansOf, TaskRefusal, withoutPngExtras } from "@platen/kit";

/** The maximum number of pixels that are decoded: a small file can expand to gigabytes. */
const maxPixels = 50_000_000;

/**
 * The maximum for formats that are decoded whole before they are scaled down, unlike plain JPEG: 50
 * million pixels took 2.7 s and 500 MB.
 */
const maxPixelsWhole = 16_000_000;

/** The length of an edge in px: twice the largest size on a page. */
const edge = 256;
const maxStoredBytes = 100_000;

// libvips's cache of decoded pictures is never used a second time.
sharp.cache(false);

const tooManyPixels = () =>
  new TaskRefusal("That picture has too many pixels. Choose one of 16 megapixels or less.");

/**
 * The center of a picture, square, as WebP without the camera's metadata.
 *
 * @throws {TaskRefusal} a sentence for the form
 */
export async function reencodeAvatar(file: Uint8Array): Promise<Uint8Array> {
  // The same bytes as a Buffer, which is what arrives from another process as an Uint8Array.
  const source = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  try {
    const picture = sharp(withoutPngExtras(source), {
      limitInputPixels: maxPixels,
      failOn: "error",
    });
    const { format, width, height, isProgressive } = await picture.metadata();
    const isDecodedWhole = format !== "jpeg" || isProgressive;
    if (isDecodedWhole && width * height > maxPixelsWhole) throw tooManyPixels();
    if (format === "jpeg" && scansOf(source) > maxScans) throw new Error("Too many scans.");
    // Decoded once: decoding costs a hundred times as much as what follows.
    const { data, info } = await picture
      .autoOrient()
      .resize(edge, edge, { fit: "cover" })
      .raw()
      .toBuffer({ resolveWithObject: true });
    for (const quality of [82, 60, 40, 20]) {
      const bytes = await sharp(data, { raw: info }).webp({ quality }).toBuffer();
      if (bytes.length <= maxStoredBytes) return bytes;
    }
  } catch (error) {
    if (error instanceof TaskRefusal) throw error;
    // What libvips says of `limitInputPixels`.
    if (/pixel limit/i.test(String(error))) throw tooManyPixels();
  }
  throw new TaskRefusal("That picture cannot be read. Choose another one.");
}
