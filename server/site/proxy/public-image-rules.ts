import { maxWidth, smallerWidths } from "~/ui/urls/image-url";

/**
 * The parameters that the site itself uses for pictures, and those of Sanity's own image URLs that
 * cost no more.
 */
// prettier-ignore
const parameters = new Set([
  "w", "h", "max-w", "max-h", "dpr", "fit", "rect", "crop", "fp-x", "fp-y",
  "auto", "fm", "q", "dl",
]);

/** AVIF takes ten times as long: `auto=format` chooses it where the picture is small enough. */
const formats = new Set(["jpg", "pjpg", "png", "webp"]);

/**
 * Where a crop lies. To find the part with most detail (`entropy`), the whole picture is first
 * scaled to cover the crop: a strip of two pixels took three seconds and 400 MB.
 */
const crops = /^(?:center|focalpoint|(?:top|bottom|left|right)(?:,(?:top|bottom|left|right))*)$/;

/**
 * Maximum pixels of an enlarged picture: those of a link preview, which has one size whatever its
 * original has.
 */
const maxPixels = 1_200 * 630;

/** The parameters that the site uses for a part of a picture. */
const partParameters = new Set(["rect", "w", "h", "fit", "auto", "fm"]);

/** The widths of portraits, of link previews, and of pictures on pages. */
const partWidths = new Set([96, 1_200, ...smallerWidths]);

/**
 * Whether anyone may have a picture in this form. Effects and enlargements are for editors: one
 * picture with all of them took 11 seconds of CPU time and a gigabyte of memory.
 *
 * @param url of the picture, whose own name ends with the original's width and height
 */
export function visitorsMayHave({ pathname, searchParams }: URL): boolean {
  for (const name of searchParams.keys()) {
    if (!parameters.has(name) || searchParams.getAll(name).length > 1) return false;
  }
  const format = searchParams.get("fm");
  if (format !== null && !formats.has(format)) return false;
  const crop = searchParams.get("crop");
  if (crop !== null && !crops.test(crop)) return false;
  if (searchParams.has("rect") && !isPartOfSite(pathname, searchParams)) return false;
  // Never larger than the original.
  if (searchParams.get("fit") === "max") return true;
  const [source, wanted] = [sourceSize(pathname, searchParams), wantedSize(searchParams)];
  const shape = source.width / source.height;
  const wantedHeight = wanted.height ?? source.height * scaleOfWhole(searchParams);
  const width = Math.round(wanted.width ?? wantedHeight * shape);
  const height = Math.round(wanted.height ?? width / shape);
  return (width <= source.width && height <= source.height) || width * height <= maxPixels;
}

/**
 * Whether the site itself may request this part: editors choose crops and hotspots, but not the
 * width in which the site shows them. Each part at each size is its own file: parts of one
 * pixel filled the disk with files of 47 bytes.
 */
function isPartOfSite(pathname: string, query: URLSearchParams): boolean {
  if ([...query.keys()].some((name) => !partParameters.has(name))) return false;
  const [, left = 0, top = 0, width = 0, height = 0] = (
    /^(\d{1,5}),(\d{1,5}),(\d{1,5}),(\d{1,5})$/.exec(query.get("rect") ?? "") ?? []
  ).map(Number);
  const own = sizeInName(pathname);
  // Rounded separately, an edge and a width can exceed the picture by a pixel.
  if (left + width > own.width + 1 || top + height > own.height + 1) return false;
  const wanted = Number(query.get("w") ?? NaN);
  // For a part of one pixel the site requests width 0, which the lake refuses with its own error.
  const largest = Math.min(width, maxWidth);
  return partWidths.has(wanted) || wanted === 0 || Math.abs(wanted - largest) <= 2;
}

/**
 * The used part of the original, which `rect` may claim to be larger than the original. Without a
 * size in the name it is one pixel, so that everything counts as enlarged.
 */
function sourceSize(pathname: string, query: URLSearchParams) {
  const own = sizeInName(pathname);
  const [, , width, height] = (query.get("rect") ?? "").split(",").map(Number);
  if (!width || !height) return own;
  return { width: Math.min(width, own.width), height: Math.min(height, own.height) };
}

/**
 * The size in the picture's own name: `/lake/images/:project/:dataset/:file/:vanity?`, without
 * empty segments, as the lake reads it. A rule that read the last segment enlarged pictures for
 * anyone who put another size into the name for the download.
 */
function sizeInName(pathname: string) {
  const [, , , , file = ""] = pathname.split("/").filter((segment) => segment !== "");
  const [, width, height] = /-(\d+)x(\d+)\.[a-z0-9]+$/.exec(file) ?? [];
  return { width: Number(width ?? 1), height: Number(height ?? 1) };
}

const pixelRatio = (query: URLSearchParams) => Number(query.get("dpr") || 1);

/**
 * By what the lake multiplies the original's size where neither width nor height are given: by the
 * pixel ratio, when it crops to a largest one.
 */
const scaleOfWhole = (query: URLSearchParams) =>
  query.get("fit") === "crop" ? Math.max(1, pixelRatio(query)) : 1;

function wantedSize(query: URLSearchParams) {
  const scale = pixelRatio(query);
  const side = (name: string) => (query.get(name) ? Number(query.get(name)) * scale : null);
  return { width: side("w"), height: side("h") };
}
