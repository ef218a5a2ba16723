import { createHash } from "node:crypto";
import sharp from "sharp";
import { currentRequester, FairSlots, maxScans, scansOf, withoutPngExtras } from "@platen/kit";
import { maxPictureMegabytes } from "./max-picture-size";

/** A picture as it is stored: square, WebP, without the camera's metadata. */
export interface AvatarPicture {
  /** SHA-256 of its bytes. */
  hash: string;
  bytes: Buffer;
}

/** The refusal of a picture, for the form. */
export class AvatarError extends Error {
  override readonly name = "AvatarError";
}

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

/**
 * The first bytes of each file type. Anything else never reaches the decoder; SVG above all, which
 * is a program.
 */
const beginnings = [
  /^\xff\xd8\xff/,
  /^\x89PNG\r\n/,
  /^GIF8[79]a/,
  /^RIFF.{4}WEBP/s,
  /^.{4}ftyp(avif|avis)/s,
];

/**
 * Pictures are made one at a time, because each may take 300 MB; first of the network that has had
 * the fewest. First come, first served, files of 522 bytes of eight networks had all others refused.
 */
const turns = new FairSlots(1);

/** The networks of those in progress or waiting, by the id of the account. */
const making = new Map<string, string>();
const maxMaking = 48;
const maxOfNetwork = 4;

// libvips's cache of decoded pictures is never used a second time.
sharp.cache(false);

/**
 * Makes an avatar of an uploaded file: its center, square, in our own format.
 *
 * @param account the owner of the picture: an account has one at a time, so that none keeps all
 * others waiting
 * @throws {AvatarError} a sentence for the form when the file is too large, no picture, or broken,
 * and when too many wait
 */
export async function makeAvatar(file: Blob, account: string): Promise<AvatarPicture> {
  if (file.size > maxPictureMegabytes * 1_000_000) {
    throw new AvatarError(
      `That file is larger than ${maxPictureMegabytes} MB. Choose a smaller picture.`,
    );
  }
  const source = Buffer.from(await file.arrayBuffer());
  const start = source.subarray(0, 16).toString("latin1");
  if (!beginnings.some((beginning) => beginning.test(start))) {
    throw new AvatarError("Choose a JPEG, PNG, WebP, AVIF or GIF picture.");
  }
  if (making.has(account)) {
    throw new AvatarError("Your last picture is still being prepared. Try again in a moment.");
  }
  const network = currentRequester() ?? account;
  const ofNetwork = [...making.values()].filter((each) => each === network).length;
  if (making.size >= maxMaking || ofNetwork >= maxOfNetwork) {
    throw new AvatarError("Many pictures are being prepared right now. Try again in a minute.");
  }
  making.set(account, network);
  try {
    const bytes = await turns.run(network, () => reencode(source));
    return { hash: createHash("sha256").update(bytes).digest("hex"), bytes };
  } finally {
    making.delete(account);
  }
}

async function reencode(source: Buffer): Promise<Buffer> {
  try {
    const picture = sharp(withoutPngExtras(source), {
      limitInputPixels: maxPixels,
      failOn: "error",
    });
    const { format, width, height, isProgressive } = await picture.metadata();
    const isDecodedWhole = format !== "jpeg" || isProgressive;
    if (isDecodedWhole && width * height > maxPixelsWhole) throw new Error("pixel limit");
    if (format === "jpeg" && scansOf(source) > maxScans) throw new Error("Too many scans.");
    // Decoded once: decoding costs a hundred times as much as what follows.
    const { data, info } = await picture
      .autoOrient()
      .resize(edge, edge, { fit: "cover" })
      .timeout({ seconds: 5 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    for (const quality of [82, 60, 40, 20]) {
      const bytes = await sharp(data, { raw: info }).webp({ quality }).toBuffer();
      if (bytes.length <= maxStoredBytes) return bytes;
    }
  } catch (error) {
    if (/pixel limit/i.test(String(error))) {
      throw new AvatarError(
        "That picture has too many pixels. Choose one of 16 megapixels or less.",
      );
    }
  }
  throw new AvatarError("That picture cannot be read. Choose another one.");
}

const addressPattern = /^([0-9a-f]{64})\.webp$/;

/** The URL of a picture: another picture has another URL, so that each may be cached forever. */
export const avatarUrlOf = (hash: string): string => `/avatars/${hash}.webp`;

/** The hash in the last part of such a path; null for any other. */
export const hashInFileName = (name: string): string | null =>
  addressPattern.exec(name)?.[1] ?? null;
