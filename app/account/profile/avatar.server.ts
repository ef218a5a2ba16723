import { createHash } from "node:crypto";
import sharp from "sharp";

/** A picture as it is kept: square, WebP, without what the camera wrote into it. */
export interface AvatarPicture {
  /** SHA-256 of its bytes. */
  hash: string;
  bytes: Buffer;
}

/** A refusal of a picture, in words for the form. */
export class AvatarError extends Error {
  override readonly name = "AvatarError";
}

/** The largest file that is looked at, and the most pixels that are decoded: a small file can unfold to gigabytes. */
const largestFile = 5_000_000;
const mostPixels = 50_000_000;

/** The length of an edge in px: twice the largest that a page shows. */
const edge = 256;
const largestKept = 100_000;

/** How files of each kind begin. Anything else never reaches the decoder; SVG above all, which is a program. */
const beginnings = [
  /^\xff\xd8\xff/,
  /^\x89PNG\r\n/,
  /^GIF8[79]a/,
  /^RIFF.{4}WEBP/s,
  /^.{4}ftyp(avif|avis)/s,
];

let previous: Promise<unknown> = Promise.resolve();

/**
 * Makes an avatar of an uploaded file: its middle, square, in a form of our own.
 *
 * @throws {AvatarError} a sentence for the form when the file is too large, no picture, or broken
 */
export async function makeAvatar(file: Blob): Promise<AvatarPicture> {
  if (file.size > largestFile) {
    throw new AvatarError("That file is larger than 5 MB. Choose a smaller picture.");
  }
  const source = Buffer.from(await file.arrayBuffer());
  const start = source.subarray(0, 16).toString("latin1");
  if (!beginnings.some((beginning) => beginning.test(start))) {
    throw new AvatarError("Choose a picture of the kind JPEG, PNG, WebP, AVIF or GIF.");
  }
  // One at a time: each may take a few hundred megabytes while it is decoded.
  const made = previous.then(() => reencode(source));
  previous = made.catch(() => {});
  const bytes = await made;
  return { hash: createHash("sha256").update(bytes).digest("hex"), bytes };
}

async function reencode(source: Buffer): Promise<Buffer> {
  try {
    for (const quality of [82, 60, 40, 20]) {
      const bytes = await sharp(source, { limitInputPixels: mostPixels, failOn: "error" })
        .autoOrient()
        .resize(edge, edge, { fit: "cover" })
        .webp({ quality })
        .timeout({ seconds: 10 })
        .toBuffer();
      if (bytes.length <= largestKept) return bytes;
    }
  } catch (error) {
    if (/pixel limit/i.test(String(error))) {
      throw new AvatarError("That picture has more than 50 million pixels. Choose a smaller one.");
    }
  }
  throw new AvatarError("That picture cannot be read. Choose another one.");
}

const addressPattern = /^([0-9a-f]{64})\.webp$/;

/** Where a picture is served: another picture has another address, so that each may be kept for ever. */
export const avatarAddress = (hash: string): string => `/avatars/${hash}.webp`;

/** The hash in the last part of such an address; null when it is none. */
export const hashInAddress = (name: string): string | null =>
  addressPattern.exec(name)?.[1] ?? null;
