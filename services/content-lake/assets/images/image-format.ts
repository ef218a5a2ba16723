/**
 * The picture formats that the service reads, by the extension in asset names, with their media
 * types.
 */
const mediaTypes = {
  jpg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  avif: "image/avif",
  gif: "image/gif",
  tiff: "image/tiff",
  svg: "image/svg+xml",
} as const;

export type ImageFormat = keyof typeof mediaTypes;

const isImageFormat = (name: string): name is ImageFormat => Object.hasOwn(mediaTypes, name);

/** The format of an asset name's extension. */
export function formatOfExtension(extension: string): ImageFormat | undefined {
  return isImageFormat(extension) ? extension : undefined;
}

/**
 * The format that sharp recognized by the bytes; undefined for pictures that browsers do not show.
 */
export function formatOfContent(
  format: string | undefined,
  compression: string | undefined,
): ImageFormat | undefined {
  if (format === "jpeg") return "jpg";
  if (format === "heif") return compression === "av1" ? "avif" : undefined;
  return format ? formatOfExtension(format) : undefined;
}

/** The media type of an image format, for `Content-Type`. */
export const mediaTypeOf = (format: ImageFormat): string => mediaTypes[format];
