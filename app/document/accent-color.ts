import type { CSSProperties } from "react";

type Rgb = readonly [number, number, number];

/** The lightest surface of the dark theme, surface-3, and the ground of light sections. */
const ink: Rgb = [0x1a, 0x20, 0x2b];
const paper: Rgb = [0xf5, 0xf2, 0xeb];
const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];

/** Of text to its ground (WCAG 1.4.3). */
const minContrast = 4.5;

/**
 * The variables of a site's accent color, for the root element; none for a color that is not
 * written as #rrggbb, which leaves the default. Each shade is the nearest to the color, toward white or
 * black, that can be read on its ground.
 */
export function accentVariables(color: string | null | undefined): CSSProperties | undefined {
  const [, red, green, blue] =
    /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color ?? "") ?? [];
  if (!red || !green || !blue) return undefined;
  const given: Rgb = [parseInt(red, 16), parseInt(green, 16), parseInt(blue, 16)];
  const variables: Record<`--${string}`, string> = {
    "--accent": hex(readable(given, ink, white)),
    // Text on a surface of that shade, which is light enough for it.
    "--on-accent": "#06080b",
    "--accent-on-paper": hex(readable(given, paper, black)),
  };
  return variables;
}

/** The color, mixed with as little of another as makes it readable on a ground. */
function readable(color: Rgb, ground: Rgb, toward: Rgb): Rgb {
  for (let percent = 0; percent < 100; percent++) {
    const mixed = mix(color, toward, percent / 100);
    if (contrast(mixed, ground) >= minContrast) return mixed;
  }
  return toward;
}

const mix = ([r, g, b]: Rgb, [r2, g2, b2]: Rgb, share: number): Rgb => [
  Math.round(r + (r2 - r) * share),
  Math.round(g + (g2 - g) * share),
  Math.round(b + (b2 - b) * share),
];

/** The contrast of two colors, 1 to 21 (WCAG 2.2). */
export function contrast(one: Rgb, other: Rgb): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: Rgb): number {
  const [r = 0, g = 0, b = 0] = color.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

const hex = (color: Rgb) =>
  `#${color.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
