import { createImageUrlBuilder, type ImageUrlBuilder } from "@sanity/image-url";

/** Where the lake's images are, from the root's data. */
export interface ImageSource {
  baseUrl: string;
  projectId: string;
  dataset: string;
}

/** A picture as the queries answer it (`imageFields`); an editor may have left out anything. */
export interface LakeImage {
  alt?: string | null;
  hotspot?: Partial<Rectangle> | null;
  crop?: { top?: number; bottom?: number; left?: number; right?: number } | null;
  asset: {
    _id: string;
    metadata: {
      lqip: string | null;
      dimensions: { width: number | null; height: number | null } | null;
    } | null;
  } | null;
}

interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * The address of a picture, cut as the editor set crop and hotspot: width and height in px go onto what this returns.
 * AVIF or WebP where the browser takes it.
 *
 * @returns null when there is no picture
 */
export function imageUrl(source: ImageSource, image: LakeImage | null): ImageUrlBuilder | null {
  if (!image?.asset) return null;
  const { x, y, width, height } = image.hotspot ?? {};
  const { top, bottom, left, right } = image.crop ?? {};
  const known = (numbers: (number | undefined)[]) => numbers.every((n) => Number.isFinite(n));
  return createImageUrlBuilder(source)
    .image({
      asset: { _ref: image.asset._id },
      // Half a hotspot would put NaN into the address.
      ...(known([x, y, width, height]) && {
        hotspot: { x: x ?? 0, y: y ?? 0, width: width ?? 1, height: height ?? 1 },
      }),
      ...(known([top, bottom, left, right]) && {
        crop: { top: top ?? 0, bottom: bottom ?? 0, left: left ?? 0, right: right ?? 0 },
      }),
    })
    .auto("format");
}

/** The address of a picture for link previews, 1200 × 630, in a format that every network reads. */
export function previewImageUrl(
  source: ImageSource,
  image: LakeImage | null | undefined,
  origin: string,
): string | null {
  const url = imageUrl(source, image ?? null)
    ?.width(1200)
    .height(630)
    .fit("crop")
    .format("jpg")
    .url();
  return url ? new URL(url, origin).href : null;
}
