/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** Hue in turns, saturation and lightness, each 0 to 1. */
export type Hsl = readonly [hue: number, saturation: number, lightness: number];

/** A color with its opacity, 0 to 1. */
export interface Rgba {
  r: number;
  g: number;
  b: number;
  alpha: number;
}

/** Formats a color as `#rrggbb`. */
export const hexOf = (rgb: Rgb) =>
  `#${rgb.map((value) => Math.round(value).toString(16).padStart(2, "0")).join("")}`;

/** Converts RGB to HSL. */
export function toHsl([red, green, blue]: Rgb): Hsl {
  const [r, g, b] = [red / 255, green / 255, blue / 255];
  const high = Math.max(r, g, b);
  const low = Math.min(r, g, b);
  const spread = high - low;
  const lightness = (high + low) / 2;
  if (spread === 0) return [0, 0, lightness];
  const saturation = spread / (1 - Math.abs(2 * lightness - 1));
  const sextant =
    high === r
      ? ((g - b) / spread + 6) % 6
      : high === g
        ? (b - r) / spread + 2
        : (r - g) / spread + 4;
  return [sextant / 6, saturation, lightness];
}

/** Converts HSL to RGB. */
export function toRgb([hue, saturation, lightness]: Hsl): Rgb {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number) => {
    const k = (offset + hue * 12) % 12;
    return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return [channel(0), channel(8), channel(4)];
}

const hexDigits = /^[0-9a-f]+$/i;

/**
 * Reads the `bg` of an image URL: `RGB`, `ARGB`, `RRGGBB` or `AARRGGBB`, with or without `#`;
 * undefined if it is none.
 */
export function parseHexColor(text: string): Rgba | undefined {
  const digits = text.startsWith("#") ? text.slice(1) : text;
  if (!hexDigits.test(digits)) return undefined;
  const full = digits.length <= 4 ? [...digits].map((digit) => digit + digit).join("") : digits;
  if (full.length !== 6 && full.length !== 8) return undefined;
  const value = Number.parseInt(full, 16);
  return {
    r: (value >>> 16) & 255,
    g: (value >>> 8) & 255,
    b: value & 255,
    alpha: full.length === 8 ? (value >>> 24) / 255 : 1,
  };
}
