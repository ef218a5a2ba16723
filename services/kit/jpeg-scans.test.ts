import sharp from "sharp";
import { expect, test } from "vitest";
import { maxScans, scansOf } from "./jpeg-scans";

test("pictures of common encoders have few scans", async () => {
  const pixels = Buffer.from(Array.from({ length: 300 * 200 * 3 }, (_, n) => (n * 7_919) % 256));
  const noise = sharp(pixels, { raw: { width: 300, height: 200, channels: 3 } });
  expect(scansOf(await noise.clone().jpeg().toBuffer())).toBe(1);
  const progressive = scansOf(await noise.clone().jpeg({ progressive: true }).toBuffer());
  expect(progressive).toBeGreaterThan(1);
  expect(progressive).toBeLessThan(maxScans);
});

test("scans beyond the maximum are not counted", () => {
  expect(scansOf(Buffer.alloc(1_000_000, "ffda", "hex"))).toBe(maxScans + 1);
});
