import { readFile } from "node:fs/promises";
import { pngChunks } from "@platen/kit";
import { badRequest } from "../asset-error";
import { firstBytes } from "./picture";

/** Maximum bytes of compressed text in a PNG. They inflate to up to a thousand times as much. */
const maxTextLength = 256 * 1024;

const start = Buffer.from("\x89PNG", "latin1");

/**
 * Refuses a PNG with much compressed text: a decoder inflates all of it, outside of every time
 * limit, and a few megabytes would occupy a thread of the process for minutes.
 *
 * @throws AssetError 400
 */
export async function refuseLongTexts(path: string): Promise<void> {
  // Other files may be large: only a PNG is read whole.
  if (!(await firstBytes(path)).subarray(0, start.length).equals(start)) return;
  let texts = 0;
  for (const { type, data } of pngChunks(await readFile(path))) {
    if (isCompressedText(type, data)) texts += data.length;
  }
  if (texts > maxTextLength) {
    throw badRequest(
      `Invalid image: it holds more than ${maxTextLength} bytes of compressed text.`,
    );
  }
}

/**
 * An iTXt has a flag for it after its keyword: what editors write of a picture (XMP) is long, and
 * mostly not compressed.
 */
function isCompressedText(type: string, data: Buffer): boolean {
  return type === "zTXt" || (type === "iTXt" && data[data.indexOf(0) + 1] === 1);
}
