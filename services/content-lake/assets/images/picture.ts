import { open, readFile, stat } from "node:fs/promises";
import sharp, { type Sharp, type SharpOptions } from "sharp";
import { badRequest } from "../asset-error";
import { imageLimits } from "./image-limits";

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
  const settings = { failOn: "error", limitInputPixels: imageLimits.pixels, ...options } as const;
  const start = await firstBytes(path);
  if (start[0] === 0x1f && start[1] === 0x8b) {
    throw badRequest("Invalid image: compressed SVG is not supported.");
  }
  const markup = /^\uFEFF?\s*(?:<|$)/.test(start.toString("utf8"));
  if (!markup) return sharp(path, settings).timeout({ seconds: imageLimits.operationSeconds });
  if ((await stat(path)).size > imageLimits.svgBytes) {
    throw badRequest(`Invalid image: an SVG may have at most ${imageLimits.svgBytes} bytes.`);
  }
  return sharp(await readFile(path), settings).timeout({ seconds: imageLimits.operationSeconds });
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
