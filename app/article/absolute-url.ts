import { parseUrl } from "../../schemas/paths/parse-url";
import { sizedImage, type ImageSource, type LakeImage } from "~/ui/urls/image-url";

/**
 * A link of a text that is read outside the site.
 *
 * @param href as an editor wrote it: a path of this site, or a URL
 * @returns null for a link that no reader should follow
 */
export function absoluteUrl(href: string | null | undefined, origin: string): string | null {
  const absolute = href ? parseUrl(href, origin) : null;
  if (!href || !absolute) return null;
  // Readers resolve "/\\host" to that host, as browsers do.
  const isPath = !/^[a-z]+:/i.test(href);
  if (isPath && absolute.origin !== new URL(origin).origin) return null;
  return /^(https?|mailto|tel):$/.test(absolute.protocol) ? absolute.href : null;
}

/** What readers outside the site show of a picture is no wider, in px. */
const maxPictureWidth = 1200;

/** The URL of a picture in a text that is read outside the site; null without a picture. */
export function absoluteImageUrl(
  image: LakeImage | null | undefined,
  { origin, images }: { origin: string; images: ImageSource },
): string | null {
  const sized = sizedImage(images, image);
  if (!sized) return null;
  const width = Math.min(maxPictureWidth, sized.width);
  return new URL(sized.url({ width, format: "jpg" }), origin).href;
}
