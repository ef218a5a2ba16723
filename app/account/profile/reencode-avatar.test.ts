import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { expect, test } from "vitest";
import { reencodeAvatar } from "./reencode-avatar";

const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#19c3ee" } });

test("a picture that would decompress to gigabytes is refused before it is decoded", async () => {
  const before = process.memoryUsage().rss;
  await expect(reencodeAvatar(bomb(30_000, 30_000))).rejects.toThrow(/too many pixels/);
  expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
});

test.each(["avif", "png", "webp", "gif"] as const)(
  "a small %s with many pixels is refused before it is decoded",
  async (format) => {
    const large = photo(5_000, 3_300);
    const source = await (
      format === "avif" ? large.avif({ effort: 0 }) : large.toFormat(format)
    ).toBuffer();
    const before = process.cpuUsage();
    await expect(reencodeAvatar(source)).rejects.toThrow(/16 megapixels/);
    expect(process.cpuUsage(before).user).toBeLessThan(200_000);
  },
);

test("a JPEG with many scans is refused before it is decoded", async () => {
  const jpeg = await photo(2_000, 2_000).jpeg({ progressive: true }).toBuffer();
  expect((await reencodeAvatar(jpeg)).length).toBeGreaterThan(100);
  const start = jpeg.indexOf(Buffer.from([0xff, 0xda]));
  const [head, scans] = [jpeg.subarray(0, start), jpeg.subarray(start, -2)];
  const again = Buffer.concat([head, ...Array<Buffer>(30).fill(scans), jpeg.subarray(-2)]);
  const before = process.cpuUsage();
  await expect(reencodeAvatar(again)).rejects.toThrow(/cannot be read/);
  expect(process.cpuUsage(before).user).toBeLessThan(200_000);
  const large = await photo(5_000, 3_300).jpeg({ progressive: true }).toBuffer();
  await expect(reencodeAvatar(large)).rejects.toThrow(/16 megapixels/);
});

/** A PNG whose header declares these dimensions, with empty rows. */
function bomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc(4_000_000))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc(body), body.length + 4);
  return framed;
}

function crc(data: Buffer): number {
  let value = ~0;
  for (const byte of data) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  }
  return ~value >>> 0;
}
