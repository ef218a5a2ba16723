/** The parameters in which the site itself asks for pictures, and those of Sanity's own image URLs that cost no more. */
const parameters = new Set([
  ...["w", "h", "max-w", "max-h", "dpr", "fit", "rect", "crop", "fp-x", "fp-y"],
  ...["auto", "fm", "q", "dl"],
]);

/** AVIF takes ten times as long: `auto=format` chooses it where the picture is small enough. */
const formats = new Set(["jpg", "pjpg", "png", "webp"]);

/** Pixels that an enlarged picture may have: those of a link preview, which has one size whatever its original has. */
const maxPixels = 1_200 * 630;

/**
 * Whether anybody may have a picture in this form. Effects and enlargements are for editors: one picture with all of them
 * took 11 seconds of processor and a gigabyte of memory.
 *
 * @param url of the picture, whose name ends with the original's width and height
 */
export function visitorsMayHave({ pathname, searchParams }: URL): boolean {
  for (const name of searchParams.keys()) {
    if (!parameters.has(name) || searchParams.getAll(name).length > 1) return false;
  }
  const format = searchParams.get("fm");
  if (format !== null && !formats.has(format)) return false;
  // Never larger than the original.
  if (searchParams.get("fit") === "max") return true;
  const [source, wanted] = [sourceSize(pathname, searchParams), wantedSize(searchParams)];
  const shape = source.width / source.height;
  const width = Math.round(wanted.width ?? (wanted.height ?? source.height) * shape);
  const height = Math.round(wanted.height ?? width / shape);
  return (width <= source.width && height <= source.height) || width * height <= maxPixels;
}

/**
 * The part of the original that is used, which `rect` may claim to be larger than the original. Without a size in the
 * name it is one pixel, so that all counts as enlarged.
 */
function sourceSize(pathname: string, query: URLSearchParams) {
  const [, ownWidth, ownHeight] = /-(\d+)x(\d+)\.[a-z0-9]+$/.exec(pathname) ?? [];
  const own = { width: Number(ownWidth ?? 1), height: Number(ownHeight ?? 1) };
  const [, , width, height] = (query.get("rect") ?? "").split(",").map(Number);
  if (!width || !height) return own;
  return { width: Math.min(width, own.width), height: Math.min(height, own.height) };
}

function wantedSize(query: URLSearchParams) {
  const scale = Number(query.get("dpr") || 1);
  const side = (name: string) => (query.get(name) ? Number(query.get(name)) * scale : null);
  return { width: side("w"), height: side("h") };
}
