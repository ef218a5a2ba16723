/** Where the lake's images are, from the root's data. */
export interface ImageSource {
  baseUrl: string;
  projectId: string;
  dataset: string;
}

/** A picture as the queries return it (`imageFields`); any field may be missing. */
export interface LakeImage {
  alt?: string | null;
  hotspot?: { x?: number; y?: number } | null;
  crop?: { top?: number; bottom?: number; left?: number; right?: number } | null;
  asset: {
    _id: string;
    metadata?: { lqip: string | null } | null;
  } | null;
}

/** A part of a picture, in its own px. */
interface Rectangle {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** A picture that has its file: its URL at any size, and its dimensions after the editor's crop. */
export interface SizedImage {
  /** In px, after the crop. */
  width: number;
  height: number;
  /**
   * The width in px of the largest part with this ratio of width to height: a wider picture would
   * only be enlarged.
   */
  widthAt(ratio: number): number;
  /**
   * The URL at this size in px; without a height the crop's ratio is kept. AVIF or WebP where the
   * browser supports it.
   */
  url(size: { width: number; height?: number; format?: "jpg" }): string;
  /**
   * The URL of the whole picture for a place of this height in px: a drawing as it is, which has no
   * size, anything else no larger than it is.
   */
  icon(height: number): string;
}

/** An image document's id: its hash, its size in px and its format. */
const assetId = /^image-([a-zA-Z0-9_]+)-(\d+)x(\d+)-([a-z0-9]+)$/;

/**
 * Prepares the URLs of a picture, after Sanity's image API: `rect` cuts it as the editor set crop
 * and hotspot. The same URLs as @sanity/image-url makes (the test compares them), in a tenth of its
 * bytes: every page of the site carries this code.
 *
 * @returns null when there is no picture
 */
export function sizedImage(
  source: ImageSource,
  image: LakeImage | null | undefined,
): SizedImage | null {
  const [, hash, fullWidth, fullHeight, format] = assetId.exec(image?.asset?._id ?? "") ?? [];
  if (!hash) return null;
  const full = { left: 0, top: 0, width: Number(fullWidth), height: Number(fullHeight) };
  const cropped = crop(full, image?.crop);
  const base = `${source.baseUrl}/images/${source.projectId}/${source.dataset}/${hash}-${fullWidth}x${fullHeight}.${format}`;
  return {
    width: cropped.width,
    height: cropped.height,
    widthAt: (ratio) => Math.min(cropped.width, Math.floor(cropped.height * ratio)),
    icon: (height) => (format === "svg" ? base : `${base}?h=${Math.min(height, full.height)}`),
    url({ width, height, format }) {
      const part = height
        ? around(cropped, width / height, {
            x: (image?.hotspot?.x ?? 0.5) * full.width,
            y: (image?.hotspot?.y ?? 0.5) * full.height,
          })
        : cropped;
      const parameters = [
        !same(part, full) && `rect=${part.left},${part.top},${part.width},${part.height}`,
        `w=${width}`,
        height && `h=${height}`,
        height && "fit=crop",
        format ? `fm=${format}` : "auto=format",
      ];
      return `${base}?${parameters.filter(Boolean).join("&")}`;
    },
  };
}

function crop(full: Rectangle, edges: LakeImage["crop"]): Rectangle {
  const { left = 0, right = 0, top = 0, bottom = 0 } = edges ?? {};
  const part = {
    left: Math.round(left * full.width),
    top: Math.round(top * full.height),
    width: Math.round(full.width - (left + right) * full.width),
    height: Math.round(full.height - (top + bottom) * full.height),
  };
  return part.width > 0 && part.height > 0 ? part : full;
}

/**
 * The largest part of this ratio (width over height) that keeps the hotspot as near to its center
 * as possible.
 */
function around(inside: Rectangle, shape: number, point: { x: number; y: number }): Rectangle {
  if (inside.width / inside.height > shape) {
    const width = Math.round(inside.height * shape);
    const left = between(point.x - width / 2, inside.left, inside.left + inside.width - width);
    return { ...inside, left, width };
  }
  const height = Math.round(inside.width / shape);
  const top = between(point.y - height / 2, inside.top, inside.top + inside.height - height);
  return { ...inside, top, height };
}

function between(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, Math.round(value)));
}

function same(a: Rectangle, b: Rectangle): boolean {
  return a.left === b.left && a.top === b.top && a.width === b.width && a.height === b.height;
}

/** The widths in which pages offer pictures that are wider. */
export const smallerWidths = [320, 480, 640, 800, 1024, 1280, 1600];

/** The width in which pages show wider pictures. */
export const maxWidth = 2000;

/**
 * The widths in px in which a page offers a picture, none of them larger than what the crop leaves
 * of its original.
 */
export function pictureWidths(sized: SizedImage, ratio?: number) {
  const largest = Math.min(ratio ? sized.widthAt(ratio) : sized.width, maxWidth);
  return { largest, all: [...smallerWidths.filter((width) => width < largest), largest] };
}

/** The URL of a picture for link previews, 1200 × 630, in a format that every network reads. */
export function previewImageUrl(
  source: ImageSource,
  image: LakeImage | null | undefined,
  origin: string,
): string | null {
  const url = sizedImage(source, image)?.url({ width: 1200, height: 630, format: "jpg" });
  return url ? new URL(url, origin).href : null;
}
