import { readFile } from "node:fs/promises";
import { badRequest } from "./asset-error";
import { firstBytes } from "./picture";

/** Bytes of compressed text that a PNG may have. Deflate makes a thousand times as much of them. */
const TEXT_LIMIT = 256 * 1024;

const SIGNATURE = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

/**
 * Refuses a PNG that holds much compressed text: whoever opens the picture inflates all of it, outside of every time
 * limit, and a few megabytes would occupy a thread of the process for minutes.
 *
 * @throws AssetError 400
 */
export async function refuseLongTexts(path: string): Promise<void> {
  const start = await firstBytes(path);
  if (!start.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return;
  const png = await readFile(path);
  let texts = 0;
  let at = SIGNATURE.length;
  while (at + 12 <= png.length) {
    const length = png.readUInt32BE(at);
    const data = png.subarray(at + 8, at + 8 + length);
    if (isCompressedText(png.toString("latin1", at + 4, at + 8), data)) texts += length;
    at += 12 + length;
  }
  if (texts > TEXT_LIMIT) {
    throw badRequest(`Invalid image: it holds more than ${TEXT_LIMIT} bytes of compressed text.`);
  }
}

/** An iTXt says so behind its keyword: what editors write of a picture (XMP) is long, and mostly not compressed. */
function isCompressedText(type: string, data: Buffer): boolean {
  return type === "zTXt" || (type === "iTXt" && data[data.indexOf(0) + 1] === 1);
}
