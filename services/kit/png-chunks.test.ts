import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { expect, test } from "vitest";
import { maxPngChunks, pngChunks, withoutPngExtras } from "./png-chunks";

const types = (file: Buffer) => [...pngChunks(file)].map(({ type }) => type);

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  // Decoders only warn about an extra with a wrong checksum, and we do not check it.
  return Buffer.concat([length, Buffer.from(type, "latin1"), data, Buffer.alloc(4)]);
}

const plain = await sharp({ create: { width: 4, height: 2, channels: 4, background: "#19c3ee" } })
  .png({ palette: true })
  .toBuffer();

/** A PNG with texts after its header, each of which inflates to a megabyte. */
function withTexts(count: number): Buffer {
  const text = Buffer.concat([Buffer.from("t\0\0"), deflateSync(Buffer.alloc(1_000_000))]);
  const header = 8 + 25;
  const texts = Array.from({ length: count }, () => chunk("zTXt", text));
  return Buffer.concat([plain.subarray(0, header), ...texts, plain.subarray(header)]);
}

test("a PNG loses its texts, and its pixels stay the same", async () => {
  const bare = withoutPngExtras(withTexts(50));
  expect(types(withTexts(50))).toContain("zTXt");
  expect(types(bare).every((type) => /^(?:IHDR|PLTE|tRNS|IDAT|IEND)$/.test(type))).toBe(true);
  expect(bare.length).toBeLessThanOrEqual(plain.length);
  const pixels = (file: Buffer) => sharp(file).raw().toBuffer();
  expect(await pixels(bare)).toEqual(await pixels(plain));
});

test("another file is unchanged, and a truncated one is read up to its end", async () => {
  const jpeg = await sharp(plain).jpeg().toBuffer();
  expect(withoutPngExtras(jpeg)).toBe(jpeg);
  expect(types(jpeg)).toEqual([]);
  expect(types(plain.subarray(0, 40))).toEqual(["IHDR"]);
  expect(withoutPngExtras(Buffer.alloc(0))).toEqual(Buffer.alloc(0));
});

test("no more chunks are read than encoders write", () => {
  const empty = Array.from({ length: maxPngChunks * 2 }, () => chunk("IDAT", Buffer.alloc(0)));
  const file = Buffer.concat([plain.subarray(0, 33), ...empty, plain.subarray(33)]);
  expect(types(file)).toHaveLength(maxPngChunks);
  expect(types(withoutPngExtras(file))).toHaveLength(maxPngChunks);
});
