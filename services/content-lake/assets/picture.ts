import { open, readFile, stat } from "node:fs/promises";
import sharp, { type Sharp, type SharpOptions } from "sharp";
import { badRequest } from "./asset-error";

/**
 * Maximum pixels of a picture, all frames together. A decoded pixel takes four bytes and a file of
 * a few kilobytes can claim billions of them; 80 million hold any camera's photo and 320 MB.
 */
export const maxPixels = 80_000_000;

/**
 * Maximum bytes of an SVG that is rendered: its cost grows with its elements, not with its pixels.
 */
const maxSvgBytes = 4 * 1024 * 1024;

/** Seconds after which an operation on a picture is aborted. */
const maxSeconds = 30;

// Every request names another picture: libvips' operation cache would hold memory and never be hit.
sharp.cache(false);

/**
 * Opens a picture for sharp. SVG is passed from memory, because librsvg resolves links relative to
 * the file it reads: from memory it has no directory to look for other files in.
 *
 * @throws AssetError 400 for markup beyond 4 MB and for compressed SVG, which browsers do not
 *   render as we would send it
 */
export async function openPicture(path: string, options: SharpOptions = {}): Promise<Sharp> {
  const settings = { failOn: "error", limitInputPixels: maxPixels, ...options } as const;
  const start = await firstBytes(path);
  if (start[0] === 0x1f && start[1] === 0x8b) {
    throw badRequest("Invalid image: compressed SVG is not supported.");
  }
  const markup = /^\uFEFF?\s*(?:<|$)/.test(start.toString("utf8"));
  if (!markup) return sharp(path, settings).timeout({ seconds: maxSeconds });
  if ((await stat(path)).size > maxSvgBytes) {
    throw badRequest(`Invalid image: an SVG may have at most ${maxSvgBytes} bytes.`);
  }
  return sharp(await readFile(path), settings).timeout({ seconds: maxSeconds });
}

/** Enough of a file to tell what it is. */
export async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path, "r");
  try {
    // As far as libvips looks for the start of an SVG.
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1000), 0, 1000, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
