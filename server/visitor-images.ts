/** The parameters in which the site itself asks for pictures, and those of Sanity's own image URLs that cost no more. */
const parameters = new Set([
  ...["w", "h", "max-w", "max-h", "dpr", "fit", "rect", "crop", "fp-x", "fp-y"],
  ...["auto", "fm", "q", "dl"],
]);

/** AVIF takes ten times as long: `auto=format` chooses it where the picture is small enough. */
const formats = new Set(["jpg", "pjpg", "png", "webp"]);

/** Pixels of the widest picture that a page asks for. */
const maxSide = 2_000;

/**
 * Whether anybody may have a picture in this form. Effects and enlargements are for people and programs that may read
 * the lake: one picture of 25 megapixels with all of them took 11 seconds of processor and a gigabyte of memory.
 */
export function visitorsMayHave(query: URLSearchParams): boolean {
  for (const name of query.keys()) {
    if (!parameters.has(name) || query.getAll(name).length > 1) return false;
  }
  const format = query.get("fm");
  if (format !== null && !formats.has(format)) return false;
  // Never larger than the original.
  if (query.get("fit") === "max") return true;
  const scale = Number(query.get("dpr") || 1);
  return ["w", "h"].every((side) => Number(query.get(side) || 1) * scale <= maxSide);
}
