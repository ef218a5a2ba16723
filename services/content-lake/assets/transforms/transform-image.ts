import sharp, { type Sharp } from "sharp";
import type { Rgba } from "../images/color";
import type { DeliveryFormat } from "./delivery-format";
import type { Layout, Size } from "../images/geometry";
import { decoding } from "../images/image-analysis";
import type { ImageParameters } from "./image-parameters";
import { openPicture } from "../images/picture";

/** Everything that determines the bytes of a transformed picture, the source aside. */
export interface Transformation {
  layout: Layout;
  parameters: ImageParameters;
  format: DeliveryFormat;
  /** Keep all frames of an animation. */
  animated: boolean;
}

/** Differs whenever the same transformation could give other bytes: part of the cache key. */
export const encoderVersion = `1-${sharp.versions.sharp}-${sharp.versions.vips}`;

const transparent: Rgba = { r: 0, g: 0, b: 0, alpha: 0 };
const white: Rgba = { r: 255, g: 255, b: 255, alpha: 1 };

/** A blur of 4 in the URL is a standard deviation of one pixel of the result. */
const blurScale = 4;

/**
 * Larger deviations are applied to a smaller picture: the kernel grows with them, and the time with
 * the kernel.
 */
const maxDeviation = 8;

/**
 * @param path the original's file
 * @returns the encoded picture: sRGB, without metadata
 * @throws AssetError 400 when the original cannot be decoded
 */
export function transformImage(path: string, transformation: Transformation): Promise<Buffer> {
  const { layout, parameters, format, animated } = transformation;
  return decoding(async () => {
    const source = await openPicture(path, animated ? { animated: true } : {});
    const scaled = await scale(source.autoOrient(), layout, parameters);
    const turned = await turn(scaled, parameters);
    const colored = await recolor(turned, parameters);
    const grounded = await ground(colored, layout, parameters, format);
    return encode(grounded, format, parameters.quality).toBuffer();
  });
}

/**
 * Sharp runs its operations in its own order. Where ours matters, the steps so far are run and
 * their pixels, already at the result's size, become the input of the next ones.
 */
async function restage(image: Sharp): Promise<Sharp> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return sharp(data, { raw: { width, height, channels } });
}

async function scale(image: Sharp, layout: Layout, parameters: ImageParameters): Promise<Sharp> {
  const { region, byEntropy } = layout;
  const { width, height } = parameters.orientation % 180 === 0 ? layout.size : swap(layout.size);
  // A region that is the whole source must not be extracted: JPEG decodes straight to a smaller
  // size only without it.
  const cut = layout.wholeSource ? image : image.extract(region);
  const fit = byEntropy
    ? ({ fit: "cover", position: sharp.strategy.entropy } as const)
    : ({ fit: "fill" } as const);

  const deviation = parameters.blur / blurScale;
  const shrink = Math.max(1, deviation / maxDeviation);
  if (shrink === 1 || byEntropy) {
    const resized = cut.resize(width, height, fit);
    return deviation < 0.3 ? resized : resized.blur(Math.min(deviation, maxDeviation));
  }
  const small = cut
    .resize(Math.ceil(width / shrink), Math.ceil(height / shrink), fit)
    .blur(maxDeviation);
  return (await restage(small)).resize(width, height, { fit: "fill", kernel: "cubic" });
}

async function turn(image: Sharp, parameters: ImageParameters): Promise<Sharp> {
  const { orientation, flipHorizontal, flipVertical } = parameters;
  if (orientation === 0 && !flipHorizontal && !flipVertical) return image;
  const rotated = (await restage(image)).rotate(orientation);
  if (!flipHorizontal && !flipVertical) return rotated;
  return (await restage(rotated)).flop(flipHorizontal).flip(flipVertical);
}

async function recolor(image: Sharp, parameters: ImageParameters): Promise<Sharp> {
  const { sharpen, saturation, invert } = parameters;
  if (sharpen === 0 && saturation === 0 && !invert) return image;
  let result = await restage(image.toColourspace("srgb"));
  if (saturation !== 0) result = result.modulate({ saturation: 1 + saturation / 100 });
  if (sharpen > 0) result = result.sharpen({ sigma: 0.5 + sharpen / 40 });
  if (invert) result = result.negate({ alpha: false });
  // Sharp would apply the background before it inverts.
  return restage(result);
}

/** Flattens the picture onto its background and adds its padding. */
async function ground(
  image: Sharp,
  layout: Layout,
  { background, pad, devicePixelRatio }: ImageParameters,
  format: DeliveryFormat,
): Promise<Sharp> {
  const opaque = format === "jpg";
  const color = background ?? (opaque ? white : transparent);
  const laid = color.alpha === 1 || opaque ? image.flatten({ background: color }) : image;
  const under =
    color.alpha > 0 && color.alpha < 1 && !opaque
      ? await compositeOver(color, laid, layout.size)
      : laid;

  const outer = layout.canvas ?? layout.size;
  const margin = Math.round(pad * devicePixelRatio);
  const [x, y] = [outer.width - layout.size.width, outer.height - layout.size.height];
  if (x + y + margin === 0) return under;
  return (await restage(under)).extend({
    left: Math.floor(x / 2) + margin,
    right: Math.ceil(x / 2) + margin,
    top: Math.floor(y / 2) + margin,
    bottom: Math.ceil(y / 2) + margin,
    background: color,
  });
}

async function compositeOver(
  background: Rgba,
  image: Sharp,
  { width, height }: Size,
): Promise<Sharp> {
  const ground = { create: { width, height, channels: 4 as const, background } };
  return (await restage(image)).composite([{ input: ground, blend: "dest-over" }]);
}

/**
 * Encoder settings, measured on 1600 × 1200 photo-like pictures on two cores. AVIF at effort 1
 * takes 110 to 240 ms and is 40 % smaller than JPEG at equal error; effort 2 takes three times as
 * long and effort 4 twenty times, for no fewer bytes. Its quality scale is its own: 50 looks like a
 * JPEG's 75. WebP at effort 2 takes half the time of the default for 4 % more bytes.
 *
 * @param quality 0 to 100, as a JPEG's
 */
function encode(image: Sharp, format: DeliveryFormat, quality: number): Sharp {
  const atLeastOne = Math.max(1, quality);
  switch (format) {
    case "jpg":
      return image.jpeg({ quality: atLeastOne, mozjpeg: true });
    case "webp":
      return image.webp({ quality: atLeastOne, effort: 2 });
    case "avif":
      return image.avif({
        quality: Math.max(1, Math.round((quality * 2) / 3)),
        effort: 1,
        chromaSubsampling: "4:2:0",
      });
    case "png":
      return image.png();
    case "gif":
      return image.gif();
  }
}

const swap = ({ width, height }: Size): Size => ({ width: height, height: width });
