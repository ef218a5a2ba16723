import { badRequest } from "../asset-error";
import { parseHexColor, type Rgba } from "../images/color";
import { formatOfExtension, type ImageFormat } from "../images/image-format";
import { imageLimits } from "../images/image-limits";

/**
 * The parameters of Sanity's image URLs (https://www.sanity.io/docs/apis-and-sdks/image-urls), read
 * and bounded.
 */
export interface ImageParameters {
  /** The part of the source to use, in its pixels. */
  rect?: { left: number; top: number; width: number; height: number };
  width?: number;
  height?: number;
  fit: Fit;
  /** Edges or strategy for `fit=crop`. */
  crop: ReadonlySet<Crop>;
  /** Fractions of the source's width and height, 0 to 1. */
  focalPoint: { x: number; y: number };
  minWidth?: number;
  maxWidth?: number;
  minHeight?: number;
  maxHeight?: number;
  devicePixelRatio: number;
  /** Clockwise degrees. */
  orientation: 0 | 90 | 180 | 270;
  flipHorizontal: boolean;
  flipVertical: boolean;
  /** 0 to 2000. */
  blur: number;
  /** 0 to 100. */
  sharpen: number;
  /** -100 to 100; -100 is gray. */
  saturation: number;
  invert: boolean;
  background?: Rgba;
  /** Pixels on each side. */
  pad: number;
  /** 0 to 100. */
  quality: number;
  format?: Exclude<ImageFormat, "svg" | "tiff">;
  autoFormat: boolean;
  firstFrame: boolean;
}

const fits = ["clip", "crop", "fill", "fillmax", "max", "scale", "min"] as const;
const crops = ["top", "bottom", "left", "right", "center", "focalpoint", "entropy"] as const;

export type Fit = (typeof fits)[number];
export type Crop = (typeof crops)[number];

/** The parameters that change bytes: a request with none of them gets the original. */
const changingParameters = new Set(
  "rect w h fit crop fp-x fp-y min-w max-w min-h max-h dpr or flip blur sharp sat invert bg pad q fm frame".split(
    " ",
  ),
);

/** Whether a query requests anything but the original bytes, format negotiation (`auto`) aside. */
export function asksForChange(query: URLSearchParams): boolean {
  return [...query.keys()].some((name) => changingParameters.has(name));
}

/**
 * @throws AssetError 400, naming the parameter, for an undocumented value. Unknown names are
 *   ignored.
 */
export function readImageParameters(query: URLSearchParams): ImageParameters {
  const number = (name: string, low: number, high: number): number | undefined => {
    const text = query.get(name);
    if (text === null || text === "") return undefined;
    const value = Number(text);
    if (!/^-?\d+(\.\d+)?$/.test(text) || value < low || value > high) {
      throw badRequest(`"${name}" must be a number from ${low} to ${high}.`);
    }
    return value;
  };
  const side = (name: string): number | undefined => {
    const value = number(name, 1, imageLimits.side);
    return value === undefined ? undefined : Math.round(value);
  };
  const flip = oneOf(query, "flip", ["h", "v", "hv", "vh"] as const);
  const fm = oneOf(query, "fm", ["jpg", "pjpg", "png", "webp", "avif", "gif"] as const);
  const cropNames = (query.get("crop") || "center").split(",").map((name) => name.trim());
  return {
    rect: readRect(query.get("rect")),
    width: side("w"),
    height: side("h"),
    fit: oneOf(query, "fit", fits) ?? "clip",
    crop: new Set(cropNames.map((name) => memberOf(crops, name, "crop"))),
    focalPoint: { x: number("fp-x", 0, 1) ?? 0.5, y: number("fp-y", 0, 1) ?? 0.5 },
    minWidth: side("min-w"),
    maxWidth: side("max-w"),
    minHeight: side("min-h"),
    maxHeight: side("max-h"),
    devicePixelRatio: number("dpr", 1, 3) ?? 1,
    orientation: degrees(number("or", 0, 270) ?? 0),
    flipHorizontal: flip?.includes("h") ?? false,
    flipVertical: flip?.includes("v") ?? false,
    blur: number("blur", 0, 2000) ?? 0,
    sharpen: number("sharp", 0, 100) ?? 0,
    saturation: number("sat", -100, 100) ?? 0,
    invert: query.has("invert") && query.get("invert") !== "false",
    background: readBackground(query.get("bg")),
    pad: Math.round(number("pad", 0, 1000) ?? 0),
    quality: Math.round(number("q", 0, 100) ?? 75),
    format: readFormat(fm),
    autoFormat: oneOf(query, "auto", ["format"] as const) === "format",
    firstFrame: number("frame", 1, 1) === 1,
  };
}

function memberOf<T extends string>(values: readonly T[], text: string, name: string): T {
  const found = values.find((value) => value === text);
  if (!found) throw badRequest(`"${name}" must be one of ${values.join(", ")}.`);
  return found;
}

function oneOf<T extends string>(
  query: URLSearchParams,
  name: string,
  values: readonly T[],
): T | undefined {
  const text = query.get(name);
  return text ? memberOf(values, text, name) : undefined;
}

function readRect(text: string | null): ImageParameters["rect"] {
  if (!text) return undefined;
  const [left, top, width, height, ...rest] = text.split(",").map((part) => {
    return /^\s*-?\d{1,6}(\.\d+)?\s*$/.test(part) ? Math.round(Number(part)) : Number.NaN;
  });
  if (
    left === undefined ||
    top === undefined ||
    width === undefined ||
    height === undefined ||
    rest.length > 0 ||
    [left, top, width, height].some(Number.isNaN) ||
    width < 1 ||
    height < 1
  ) {
    throw badRequest('"rect" must be four numbers: left,top,width,height.');
  }
  return { left, top, width, height };
}

function readBackground(text: string | null): Rgba | undefined {
  if (!text) return undefined;
  const color = parseHexColor(text);
  if (!color) throw badRequest('"bg" must be a color: RGB, ARGB, RRGGBB or AARRGGBB.');
  return color;
}

function degrees(value: number): 0 | 90 | 180 | 270 {
  if (value === 0 || value === 90 || value === 180 || value === 270) return value;
  throw badRequest('"or" must be one of 0, 90, 180, 270.');
}

function readFormat(fm: string | undefined): ImageParameters["format"] {
  const format = fm && formatOfExtension(fm === "pjpg" ? "jpg" : fm);
  return format && format !== "svg" && format !== "tiff" ? format : undefined;
}
