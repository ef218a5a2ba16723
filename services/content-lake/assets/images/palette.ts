import { hexOf, toHsl, toRgb, type Hsl, type Rgb } from "./color";
import { medianCut } from "./median-cut";

/** One color of a palette, as in Sanity's `sanity.imagePaletteSwatch`. */
export interface Swatch {
  _type: "sanity.imagePaletteSwatch";
  /** The color, `#rrggbb`. */
  background: string;
  /** Black or white, whichever body text is readable in on `background`. */
  foreground: string;
  /** The same for headlines, which need less contrast. */
  title: string;
  /**
   * Share of the picture's pixels, percent; 0 when the color was derived because the picture has
   * none like it.
   */
  population: number;
}

type SwatchName = "vibrant" | "darkVibrant" | "lightVibrant" | "muted" | "darkMuted" | "lightMuted";

export type Palette = { _type: "sanity.imagePalette"; dominant: Swatch } & Record<
  SwatchName,
  Swatch
>;

/** Range and ideal of saturation or lightness, 0 to 1. */
type Range = readonly [minimum: number, ideal: number, maximum: number];

const dark: Range = [0, 0.26, 0.45];
const normal: Range = [0.3, 0.5, 0.7];
const light: Range = [0.55, 0.74, 1];
const vivid: Range = [0.35, 1, 1];
const dull: Range = [0, 0.3, 0.4];

/**
 * The six classes of Android's Palette, from which Sanity's swatch names come; the most wanted ones
 * choose first.
 */
const swatchClasses: ReadonlyArray<readonly [SwatchName, saturation: Range, lightness: Range]> = [
  ["vibrant", vivid, normal],
  ["lightVibrant", vivid, light],
  ["darkVibrant", vivid, dark],
  ["muted", dull, normal],
  ["lightMuted", dull, light],
  ["darkMuted", dull, dark],
];

interface Candidate {
  rgb: Rgb;
  hsl: Hsl;
  /** Share of the pixels, 0 to 1. */
  share: number;
}

/**
 * The picture's main colors.
 *
 * @param pixels 8-bit RGBA; some 100 × 100 pixels are enough. Pixels more than half transparent do
 *   not count.
 */
export function imagePalette(pixels: Uint8Array): Palette {
  const clusters = medianCut(pixels, 64);
  const total = clusters.reduce((sum, cluster) => sum + cluster.count, 0);
  const candidates: Candidate[] = clusters.map(({ rgb, count }) => ({
    rgb,
    hsl: toHsl(rgb),
    share: count / total,
  }));
  candidates.sort((a, b) => b.share - a.share);
  const dominant: Candidate = candidates[0] ?? { rgb: [255, 255, 255], hsl: [0, 0, 1], share: 0 };

  const taken = new Set<Candidate>();
  const pick = ([, saturation, lightness]: (typeof swatchClasses)[number]): Swatch => {
    const best = bestFor(candidates, taken, saturation, lightness, dominant.share);
    if (!best) return derived(dominant, saturation, lightness);
    taken.add(best);
    return swatch(best.rgb, best.share);
  };
  const [vibrant, lightVibrant, darkVibrant, muted, lightMuted, darkMuted] =
    swatchClasses.map(pick);
  const fallback = swatch(dominant.rgb, dominant.share);
  return {
    _type: "sanity.imagePalette",
    dominant: fallback,
    vibrant: vibrant ?? fallback,
    lightVibrant: lightVibrant ?? fallback,
    darkVibrant: darkVibrant ?? fallback,
    muted: muted ?? fallback,
    lightMuted: lightMuted ?? fallback,
    darkMuted: darkMuted ?? fallback,
  };
}

function bestFor(
  candidates: Candidate[],
  taken: Set<Candidate>,
  saturation: Range,
  lightness: Range,
  maxShare: number,
): Candidate | undefined {
  let best: Candidate | undefined;
  let bestScore = -1;
  for (const candidate of candidates) {
    const [, s, l] = candidate.hsl;
    if (taken.has(candidate) || !within(s, saturation) || !within(l, lightness)) continue;
    const score =
      3 * (1 - Math.abs(s - saturation[1])) +
      6 * (1 - Math.abs(l - lightness[1])) +
      candidate.share / maxShare;
    if (score > bestScore) [best, bestScore] = [candidate, score];
  }
  return best;
}

const within = (value: number, [minimum, , maximum]: Range) => value >= minimum && value <= maximum;

/**
 * A class that the picture does not show gets the dominant hue, moved to where the class begins.
 */
function derived(dominant: Candidate, saturation: Range, lightness: Range): Swatch {
  const [hue, s] = dominant.hsl;
  const gray = s < 0.05;
  const saturated = gray ? s : Math.min(saturation[2], Math.max(saturation[0], s));
  return swatch(toRgb([hue, saturated, lightness[1]]), 0);
}

function swatch(rgb: Rgb, share: number): Swatch {
  const brightness = (rgb[0] * 299 + rgb[1] * 587 + rgb[2] * 114) / 1000;
  return {
    _type: "sanity.imagePaletteSwatch",
    background: hexOf(rgb),
    foreground: brightness < 150 ? "#fff" : "#000",
    title: brightness < 200 ? "#fff" : "#000",
    population: Math.round(share * 10000) / 100,
  };
}
