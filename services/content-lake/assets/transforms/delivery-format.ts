import type { ImageFormat } from "../images/image-format";
import { imageLimits } from "../images/image-limits";
import type { ImageParameters } from "./image-parameters";

/** A format that a transformed picture is written in. */
export type DeliveryFormat = Exclude<ImageFormat, "svg" | "tiff">;

/** What matters of the source for the choice. */
export interface SourceTraits {
  format: ImageFormat;
  hasAlpha: boolean;
  animated: boolean;
}

/**
 * The format to deliver. `auto=format` takes the best that the browser names in its Accept header
 * (a wildcard is not a promise: browsers send it for everything); `fm`, or else the source's own
 * format, is what remains.
 *
 * @param area pixels of the result
 */
export function chooseFormat(
  { format, autoFormat }: ImageParameters,
  source: SourceTraits,
  accept: string,
  area: number,
): DeliveryFormat {
  if (autoFormat) {
    const accepted = acceptedTypes(accept);
    if (accepted.has("image/avif") && !source.animated && area <= imageLimits.avifArea)
      return "avif";
    if (accepted.has("image/webp")) return "webp";
  }
  if (format) return format;
  if (source.format === "svg" || source.format === "tiff") return source.hasAlpha ? "png" : "jpg";
  return source.format;
}

/** Whether the response to these parameters depends on the Accept header. */
export const negotiates = (query: URLSearchParams) => query.get("auto") === "format";

/** Browsers send some hundred characters: 14,500 commas took three times as long as the rest. */
const maxAcceptLength = 1_000;

function acceptedTypes(accept: string): Set<string> {
  const types = accept
    .slice(0, maxAcceptLength)
    .split(",")
    .map((part) => part.trim().toLowerCase().split(";"));
  return new Set(
    types
      .filter(([, ...options]) => !options.some((option) => /^\s*q=0(\.0*)?\s*$/.test(option)))
      .map(([type = ""]) => type.trim()),
  );
}
