import { badRequest } from "../asset-error";
import { imageLimits } from "./image-limits";
import type { ImageParameters } from "../transforms/image-parameters";

export interface Size {
  width: number;
  height: number;
}

export interface Rectangle extends Size {
  left: number;
  top: number;
}

/** How a source becomes a picture of the requested size. All in whole pixels. */
export interface Layout {
  /** The part of the source to show, in its pixels, before rotation. */
  region: Rectangle;
  wholeSource: boolean;
  /** The size that the region is scaled to, after rotation. */
  size: Size;
  /**
   * The box around the scaled region that the background fills; absent when the region fills it.
   */
  canvas?: Size;
  /** The region is to be narrowed to the aspect ratio of `size` around what has most detail. */
  byEntropy: boolean;
}

/**
 * Works out which part of the source is shown and how large, by the rules of Sanity's image URLs.
 * `rect` and the focal point are in the source's coordinates; width, height and the edges of `crop`
 * are those of the picture as it is shown, after `or`.
 *
 * @param source pixels of the source as shown, EXIF orientation applied
 * @throws AssetError 400 when `rect` lies outside the source or the result would be too large
 */
export function layOut(source: Size, parameters: ImageParameters): Layout {
  const region = clipped(source, parameters.rect);
  const turned = parameters.orientation % 180 !== 0;
  const shown = turned ? { width: region.height, height: region.width } : region;
  const requested = requestedSize(shown, parameters);
  const plan = fitted(shown, requested, parameters);
  const byEntropy = plan.window && parameters.crop.has("entropy") && moderate(shown, plan.size);
  const window =
    plan.window && !byEntropy ? sourceWindow(source, region, plan.size, parameters) : region;
  const layout: Layout = {
    region: window,
    wholeSource: window.width === source.width && window.height === source.height,
    size: atLeastOne(plan.size),
    canvas: plan.canvas && atLeastOne(plan.canvas),
    byEntropy,
  };
  const outer = layout.canvas ?? layout.size;
  const pad = parameters.pad * parameters.devicePixelRatio * 2;
  const [width, height] = [outer.width + pad, outer.height + pad];
  if (width > imageLimits.side || height > imageLimits.side || width * height > imageLimits.area) {
    throw badRequest(
      `The image would be ${width} × ${height} pixels; at most ${imageLimits.side} a side and ${imageLimits.area} in all are delivered.`,
    );
  }
  return layout;
}

function clipped(source: Size, rect: ImageParameters["rect"]): Rectangle {
  if (!rect) return { left: 0, top: 0, ...source };
  const left = Math.max(0, rect.left);
  const top = Math.max(0, rect.top);
  const width = Math.min(source.width, rect.left + rect.width) - left;
  const height = Math.min(source.height, rect.top + rect.height) - top;
  if (width < 1 || height < 1) throw badRequest('"rect" lies outside the image.');
  return { left, top, width, height };
}

/**
 * Width and height as requested, in device pixels; `fit=crop` fills in a missing one within `min-*`
 * and `max-*`.
 */
function requestedSize(shown: Size, parameters: ImageParameters): Partial<Size> {
  const { width, height, fit, devicePixelRatio: ratio } = parameters;
  const device = (value: number | undefined) =>
    value === undefined ? undefined : Math.round(value * ratio);
  if (fit !== "crop") return { width: device(width), height: device(height) };
  const { minWidth, maxWidth, minHeight, maxHeight } = parameters;
  const bounded = (value: number, low = 0, high = Infinity) => Math.max(low, Math.min(high, value));
  const aspect = shown.width / shown.height;
  if (width === undefined && height === undefined) {
    const bounds = minWidth ?? maxWidth ?? minHeight ?? maxHeight;
    if (bounds === undefined) return {};
    return {
      width: device(bounded(shown.width, minWidth, maxWidth)),
      height: device(bounded(shown.height, minHeight, maxHeight)),
    };
  }
  return {
    width: device(width ?? bounded((height ?? 0) * aspect, minWidth, maxWidth)),
    height: device(height ?? bounded((width ?? 0) / aspect, minHeight, maxHeight)),
  };
}

interface FittedSize {
  size: Size;
  canvas?: Size;
  /** The region is cut to the aspect ratio of `size`. */
  window: boolean;
}

function fitted(shown: Size, requested: Partial<Size>, { fit }: ImageParameters): FittedSize {
  const { width, height } = requested;
  const whole = (size: Size): FittedSize => ({ size, window: false });
  if (width === undefined && height === undefined) return whole(deliverable(shown));

  const inside = Math.min((width ?? Infinity) / shown.width, (height ?? Infinity) / shown.height);
  const noLarger = fit === "max" || fit === "fillmax" || fit === "min";
  const scale = noLarger ? Math.min(1, inside) : inside;
  const scaled = { width: shown.width * scale, height: shown.height * scale };
  if (width === undefined || height === undefined) return whole(scaled);

  switch (fit) {
    case "scale":
      return whole({ width, height });
    case "crop":
      return { size: { width, height }, window: true };
    case "min": {
      const shrink = Math.min(1, shown.width / width, shown.height / height);
      return { size: { width: width * shrink, height: height * shrink }, window: true };
    }
    case "fill":
    case "fillmax":
      return { ...whole(scaled), canvas: { width, height } };
    default:
      return whole(scaled);
  }
}

/**
 * A size that the client did not request is not a reason to refuse: larger pictures are delivered
 * at the maximum size.
 */
function deliverable({ width, height }: Size): Size {
  const scale = Math.min(1, imageLimits.side / width, imageLimits.side / height);
  const fit = Math.min(scale, Math.sqrt(imageLimits.area / (width * height)));
  return fit < 1
    ? { width: Math.floor(width * fit), height: Math.floor(height * fit) }
    : { width, height };
}

/**
 * The part of `region` with the aspect ratio of `size`, placed as `crop` says, in coordinates of
 * the source.
 */
function sourceWindow(
  source: Size,
  region: Rectangle,
  size: Size,
  { crop, focalPoint, orientation }: ImageParameters,
): Rectangle {
  const turned = orientation % 180 !== 0;
  const aspect = turned ? size.height / size.width : size.width / size.height;
  const width = Math.max(1, Math.round(Math.min(region.width, region.height * aspect)));
  const height = Math.max(1, Math.round(Math.min(region.height, region.width / aspect)));
  const spare = { x: region.width - width, y: region.height - height };
  if (crop.has("focalpoint")) {
    return {
      left: region.left + within(focalPoint.x * source.width - region.left - width / 2, spare.x),
      top: region.top + within(focalPoint.y * source.height - region.top - height / 2, spare.y),
      width,
      height,
    };
  }
  const anchor = unturned(anchorOf(crop), orientation);
  return {
    left: region.left + Math.round(anchor.x * spare.x),
    top: region.top + Math.round(anchor.y * spare.y),
    width,
    height,
  };
}

/**
 * Looking for detail means scaling all of the source to cover `size`: a thin strip would grow
 * without bound.
 */
function moderate(shown: Size, size: Size): boolean {
  const cover = Math.max(size.width / shown.width, size.height / shown.height);
  return Math.max(shown.width, shown.height) * cover <= 2 * imageLimits.side;
}

const within = (value: number, high: number) => Math.round(Math.max(0, Math.min(high, value)));

interface Point {
  x: number;
  y: number;
}

function anchorOf(crop: ImageParameters["crop"]): Point {
  return {
    x: crop.has("left") ? 0 : crop.has("right") ? 1 : 0.5,
    y: crop.has("top") ? 0 : crop.has("bottom") ? 1 : 0.5,
  };
}

/** A point of the unit square before the clockwise rotation that brought it to `point`. */
function unturned({ x, y }: Point, orientation: ImageParameters["orientation"]): Point {
  switch (orientation) {
    case 90:
      return { x: y, y: 1 - x };
    case 180:
      return { x: 1 - x, y: 1 - y };
    case 270:
      return { x: 1 - y, y: x };
    default:
      return { x, y };
  }
}

const atLeastOne = ({ width, height }: Size): Size => ({
  width: Math.max(1, Math.round(width)),
  height: Math.max(1, Math.round(height)),
});
