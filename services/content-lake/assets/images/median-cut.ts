import type { Rgb } from "./color";

/** Colors that lie together, their mean and how many pixels they are. */
export interface Cluster {
  rgb: Rgb;
  count: number;
}

/** A cell of the color histogram: sums of the pixels that fell into it. */
interface Cell {
  count: number;
  sums: [number, number, number];
}

/**
 * Bits of each channel that distinguish histogram cells: 32 steps keep gradients whole and
 * neighbors separate.
 */
const bitsPerChannel = 5;

/**
 * Reduces a picture to at most `limit` colors by median cut: the box of colors with the most pixels
 * times extent is split at the median pixel of its longest side, again and again.
 *
 * @param pixels 8-bit RGBA; pixels more than half transparent are left out
 */
export function medianCut(pixels: Uint8Array, limit: number): Cluster[] {
  const boxes: Cell[][] = [histogram(pixels)].filter((box) => box.length > 0);
  while (boxes.length < limit) {
    const widest = boxes
      .map((box, index) => ({ index, weight: weightOf(box) }))
      .reduce((a, b) => (b.weight > a.weight ? b : a), { index: -1, weight: 0 });
    const box = boxes[widest.index];
    if (!box) break;
    boxes.splice(widest.index, 1, ...split(box));
  }
  return boxes.map(clusterOf);
}

function histogram(pixels: Uint8Array): Cell[] {
  const cells = new Map<number, Cell>();
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
    if (alpha < 128) continue;
    const shift = 8 - bitsPerChannel;
    const key =
      ((red >> shift) << (2 * bitsPerChannel)) |
      ((green >> shift) << bitsPerChannel) |
      (blue >> shift);
    let cell = cells.get(key);
    if (!cell) cells.set(key, (cell = { count: 0, sums: [0, 0, 0] }));
    cell.count++;
    cell.sums[0] += red;
    cell.sums[1] += green;
    cell.sums[2] += blue;
  }
  return [...cells.values()];
}

const mean = (cell: Cell, channel: 0 | 1 | 2) => cell.sums[channel] / cell.count;

const countOf = (box: Cell[]) => box.reduce((sum, cell) => sum + cell.count, 0);

function extents(box: Cell[]): [number, number, number] {
  const extent = (channel: 0 | 1 | 2) => {
    const values = box.map((cell) => mean(cell, channel));
    return Math.max(...values) - Math.min(...values);
  };
  return [extent(0), extent(1), extent(2)];
}

const weightOf = (box: Cell[]) => (box.length < 2 ? 0 : countOf(box) * Math.max(...extents(box)));

function split(box: Cell[]): Cell[][] {
  const [red, green, blue] = extents(box);
  const channel = red >= green && red >= blue ? 0 : green >= blue ? 1 : 2;
  const sorted = [...box].sort((a, b) => mean(a, channel) - mean(b, channel));
  const half = countOf(box) / 2;
  let seen = 0;
  let cut = 0;
  while (cut < sorted.length - 1 && seen < half) seen += sorted[cut++]?.count ?? 0;
  return [sorted.slice(0, cut), sorted.slice(cut)].filter((part) => part.length > 0);
}

function clusterOf(box: Cell[]): Cluster {
  const count = countOf(box);
  const total = (channel: 0 | 1 | 2) => box.reduce((sum, cell) => sum + cell.sums[channel], 0);
  return { rgb: [total(0) / count, total(1) / count, total(2) / count], count };
}
