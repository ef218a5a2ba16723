import sharp from "sharp";
import { expect, test } from "vitest";
import { eraseLocation } from "./gps-location";
import { quarters } from "../../testing/asset-lake";

/*
 * Coordinates where sharp does not look: behind the first metadata of a picture.
 */

const latitude = Buffer.from([0x39, 0x30, 0, 0, 1, 0, 0, 0]);
const whereItWasTaken = { IFD3: { GPSLatitudeRef: "N", GPSLatitude: "52/1 31/1 12345/1" } };
const camera = { IFD0: { Make: "Camera Works" } };

const located = (format: "jpeg" | "webp") =>
  quarters(64, 48).withExif(whereItWasTaken).toFormat(format).toBuffer();
const bare = () => quarters(64, 48).jpeg().toBuffer();

/** A picture, erased as an upload does it, or undefined. */
const erase = async (file: Buffer) =>
  eraseLocation(Buffer.from(file), await sharp(file).metadata());

/** The picture with segments before its others. */
const withSegments = (jpeg: Buffer, ...contents: (Buffer | string)[]) =>
  Buffer.concat([jpeg.subarray(0, 2), ...contents.map(segment), jpeg.subarray(2)]);

function segment(content: Buffer | string): Buffer {
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, Buffer.from(content)]);
}

async function exifOf(file: Buffer): Promise<Buffer> {
  const { exif = Buffer.alloc(0) } = await sharp(file).metadata();
  return exif;
}

const packet = (properties: string) =>
  `http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${properties}</rdf:RDF></x:xmpmeta>`;

test("the picture behind a JPEG loses its coordinates, and nothing else", async () => {
  const file = Buffer.concat([await bare(), await located("jpeg")]);
  const at = file.indexOf(latitude);
  expect(at).toBeGreaterThan(0);
  const erased = await erase(file);
  expect(erased?.includes(latitude)).toBe(false);
  expect(erased?.length).toBe(file.length);
  const second = erased?.subarray((await bare()).length);
  expect(await sharp(second).raw().toBuffer()).toEqual(await quartersOf(await located("jpeg")));
});

test("each EXIF segment of a JPEG loses its coordinates", async () => {
  const plain = await exifOf(await quarters(64, 48).withExif(camera).jpeg().toBuffer());
  const gps = await exifOf(await located("jpeg"));
  for (const segments of [
    [plain, gps],
    [gps, plain],
    [gps, gps],
  ]) {
    const erased = await erase(withSegments(await bare(), ...segments));
    expect(erased?.includes(latitude)).toBe(false);
    expect(erased?.includes("Camera Works")).toBe(segments.includes(plain));
  }
});

test("each EXIF chunk of a WebP loses its coordinates", async () => {
  const webp = await located("webp");
  const at = webp.indexOf("EXIF");
  const chunk = webp.subarray(at, at + 8 + webp.readUInt32LE(at + 4));
  const file = Buffer.concat([webp, chunk]);
  file.writeUInt32LE(file.length - 8, 4);
  const erased = await erase(file);
  expect(erased?.includes(latitude)).toBe(false);
});

test.each([
  ["an attribute", `<rdf:Description exif:GPSLatitude="52,31.2N" exif:FNumber="28/10"/>`],
  ["another prefix", `<rdf:Description e:GPSLatitude = '52,31.2N' e:FNumber='28/10'/>`],
  ["an element", `<e:GPSLatitude>52,31.2N</e:GPSLatitude>\n<e:FNumber>28/10</e:FNumber>`],
  ["a drone", `<rdf:Description drone-dji:GpsLatitude="52,31.2N" e:FNumber="28/10"/>`],
])("XMP loses the coordinates of %s, in any segment, and nothing else", async (_, properties) => {
  const other = packet(`<rdf:Description exif:ISO="200"/>`);
  const head = `http://ns.adobe.com/xmp/extension/\0${"A".repeat(32)}${"\0".repeat(8)}`;
  const extension = head + properties;
  for (const segments of [[packet(properties)], [other, packet(properties)], [other, extension]]) {
    const file = withSegments(await bare(), ...segments);
    const expected = file.toString("latin1").replace("52,31.2N", " ".repeat(8));
    const erased = await erase(file);
    expect(erased?.toString("latin1") === expected).toBe(true);
  }
});

test("a value of XMP that a segment cuts off is erased up to its end", async () => {
  const cut = packet(`<rdf:Description exif:GPSLatitude="52,31`);
  const file = withSegments(await bare(), cut);
  const expected = file.toString("latin1").replace("52,31", " ".repeat(5));
  const erased = await erase(file);
  expect(erased?.toString("latin1") === expected).toBe(true);
});

test("the movie behind a photo loses its coordinates", async () => {
  const movie = Buffer.from("\0\0\0\x1f\xa9xyz\0\x13\x15\xc7+52.5200+013.4050/", "latin1");
  const file = Buffer.concat([await bare(), movie]);
  const expected = file.toString("latin1").replace("+52.5200+013.4050/", "+00.0000+000.0000/");
  const erased = await erase(file);
  expect(erased?.toString("latin1") === expected).toBe(true);
});

test("a picture whose coordinates were erased has none", async () => {
  const xmp = packet(`<rdf:Description e:GPSLatitude="52,31.2N"/>`);
  const file = withSegments(await located("jpeg"), xmp);
  const erased = await erase(file);
  expect(erased && (await erase(erased))).toBeUndefined();
});

test.each([
  ["EXIF", "jpeg", "Exif\0\0"],
  ["XMP", "jpeg", ":GPS"],
  ["movies", "jpeg", "\xa9xyz"],
  ["chunks", "webp", "EXIF\0\0\0\0"],
])("a file that is %s everywhere is refused", (_, format, text) => {
  const file = Buffer.alloc(5_000_000, Buffer.from(text, "latin1"));
  const whole = Buffer.concat([Buffer.alloc(12, 0xff), file]);
  expect(() => eraseLocation(whole, { format })).toThrow(/metadata is damaged|too many chunks/);
});

test("what follows the end of a WebP is not examined", async () => {
  const webp = await located("webp");
  const erased = await erase(Buffer.concat([webp, Buffer.alloc(1_000_000)]));
  expect(erased?.includes(latitude)).toBe(false);
});

test("a value of XMP that is as long as the file is read once", () => {
  const file = Buffer.alloc(5_000_000, "x");
  for (let at = 0; at < 9_000; at += 10) file.write(":GPSa>", at);
  expect(eraseLocation(file, { format: "jpeg" })?.includes("x")).toBe(false);
});

const quartersOf = (file: Buffer) => sharp(file).raw().toBuffer();
