/**
 * BlurHash (https://github.com/woltapp/blurhash/blob/master/Algorithm.md): the lowest frequencies
 * of a cosine transform of the picture in linear light, quantized and written in base 83.
 */

const base83Digits =
  "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~";

type Color = [red: number, green: number, blue: number];

/**
 * @param pixels rows of 8-bit RGBA; a picture of some 32 pixels across is enough. Alpha is blended
 *   onto white.
 * @param across number of components along the width, 1 to 9
 * @param down the same along the height
 * @returns 4 + 2 × across × down characters
 */
export function blurHash(
  pixels: Uint8Array,
  width: number,
  height: number,
  across: number,
  down: number,
): string {
  const linear = linearPixels(pixels, width * height);
  const factors: Color[] = [];
  for (let j = 0; j < down; j++) {
    for (let i = 0; i < across; i++) factors.push(factor(linear, width, height, i, j));
  }
  const [average = [0, 0, 0], ...details] = factors;

  const largest = Math.max(0, ...details.flat().map(Math.abs));
  const scale = clamp(Math.floor(largest * 166 - 0.5), 0, 82);
  const maximum = details.length > 0 ? (scale + 1) / 166 : 1;

  let hash = base83(across - 1 + (down - 1) * 9, 1);
  hash += base83(details.length > 0 ? scale : 0, 1);
  const [red, green, blue] = average.map(toSrgb);
  hash += base83(((red ?? 0) << 16) + ((green ?? 0) << 8) + (blue ?? 0), 4);
  for (const detail of details) {
    const [r = 9, g = 9, b = 9] = detail.map((value) =>
      clamp(Math.floor(signedRoot(value / maximum) * 9 + 9.5), 0, 18),
    );
    hash += base83(r * 361 + g * 19 + b, 2);
  }
  return hash;
}

function linearPixels(pixels: Uint8Array, count: number): Float64Array {
  const linear = new Float64Array(count * 3);
  for (let p = 0; p < count; p++) {
    const alpha = (pixels[p * 4 + 3] ?? 255) / 255;
    for (let channel = 0; channel < 3; channel++) {
      const value = (pixels[p * 4 + channel] ?? 0) * alpha + 255 * (1 - alpha);
      linear[p * 3 + channel] = toLinear(value / 255);
    }
  }
  return linear;
}

function factor(linear: Float64Array, width: number, height: number, i: number, j: number): Color {
  const sum: Color = [0, 0, 0];
  for (let y = 0; y < height; y++) {
    const vertical = Math.cos((Math.PI * j * y) / height);
    for (let x = 0; x < width; x++) {
      const basis = vertical * Math.cos((Math.PI * i * x) / width);
      const at = (y * width + x) * 3;
      sum[0] += basis * (linear[at] ?? 0);
      sum[1] += basis * (linear[at + 1] ?? 0);
      sum[2] += basis * (linear[at + 2] ?? 0);
    }
  }
  const weight = (i === 0 && j === 0 ? 1 : 2) / (width * height);
  return [sum[0] * weight, sum[1] * weight, sum[2] * weight];
}

const toLinear = (value: number) =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;

function toSrgb(linear: number): number {
  const value = clamp(linear, 0, 1);
  const encoded = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
  return Math.floor(encoded * 255 + 0.5);
}

const signedRoot = (value: number) => Math.sign(value) * Math.sqrt(Math.abs(value));

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

function base83(value: number, length: number): string {
  let text = "";
  for (let exponent = length - 1; exponent >= 0; exponent--) {
    text += base83Digits[Math.floor(value / 83 ** exponent) % 83] ?? "";
  }
  return text;
}
