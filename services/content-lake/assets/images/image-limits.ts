import type { TaskLimits } from "@platen/kit";

/**
 * What a picture may cost, from its upload to its delivery. How often new ones may be requested is
 * in `limits.ts`.
 */
export const imageLimits = {
  /**
   * Pixels of an original, all frames together. A decoded pixel takes four bytes and a file of a
   * few kilobytes can claim billions of them; 80 million hold any camera's photo and 320 MB.
   */
  pixels: 80_000_000,
  /** Bytes of an SVG that is rendered: its cost grows with its elements, not with its pixels. */
  svgBytes: 4 * 1024 * 1024,
  /** Pixels of either side of a delivered picture. */
  side: 8192,
  /** Pixels of a delivered picture. */
  area: 25_000_000,
  /** Pixels of a delivered animation, all frames together. */
  animationArea: 25_000_000,
  /**
   * Pixels from which AVIF is not offered: a larger picture would occupy a core for more than a
   * second.
   */
  avifArea: 6_000_000,
  /** Seconds after which an operation of libvips is aborted. */
  operationSeconds: 30,
  /**
   * Image operations that wait for their turn: at some 100 ms each, the last one waits for a few
   * seconds.
   */
  waiting: 64,
  /** Bytes of transformed images on disk. */
  derivedBytes: 512 * 1024 * 1024,
};

/** What one task of a process for images may take. */
export const imageTaskLimits: TaskLimits = {
  /**
   * An ordinary picture takes 30 ms; the costliest that editors may request took twelve seconds.
   */
  maxMilliseconds: 20_000,
  /**
   * Room for a decoded picture of 80 million pixels, and for the same at the largest size that is
   * delivered.
   */
  memoryLimit: 900 * 1024 * 1024,
};
