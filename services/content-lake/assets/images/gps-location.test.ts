import fc from "fast-check";
import sharp from "sharp";
import { expect, test } from "vitest";
import { eraseLocation as erasing, type LocationSources, mayHoldLocation } from "./gps-location";
import { quarters } from "../../testing/asset-lake";

const whereItWasTaken = {
  IFD0: { Make: "Camera Works" },
  IFD3: {
    GPSLatitudeRef: "N",
    GPSLatitude: "52/1 31/1 12/1",
    GPSLongitudeRef: "E",
    GPSLongitude: "13/1 24/1 18/1",
  },
};

const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="52,31.2N" exif:GPSLongitude="13,24.3E" exif:FNumber="28/10"/></rdf:RDF></x:xmpmeta>`;

test.each(["jpeg", "webp", "avif", "png"] as const)(
  "a %s file loses its coordinates and keeps its pixels",
  async (format) => {
    const tagged = await quarters(64, 48).withExif(whereItWasTaken).toFormat(format).toBuffer();
    const before = await sharp(tagged).metadata();
    expect(mayHoldLocation(before)).toBe(true);
    expect(tagged.includes(coordinates("II")) || tagged.includes(coordinates("MM"))).toBe(true);

    const erased = eraseLocation(Buffer.from(tagged), before);

    const after = await sharp(erased).metadata();
    expect(erasing(erased, after)).toBeUndefined();
    expect(erased.includes(coordinates("II")) || erased.includes(coordinates("MM"))).toBe(false);
    expect(await sharp(erased).raw().toBuffer()).toEqual(await sharp(tagged).raw().toBuffer());
  },
);

test("what follows the end of a PNG is removed with its coordinates, not examined", async () => {
  const tagged = await quarters(64, 48).withExif(whereItWasTaken).png().toBuffer();
  const before = await sharp(tagged).metadata();
  const followed = Buffer.concat([tagged, Buffer.alloc(1_000_000)]);
  const erased = eraseLocation(followed, before);
  expect(erased.length).toBeLessThan(tagged.length);
  expect(await sharp(erased).raw().toBuffer()).toEqual(await sharp(tagged).raw().toBuffer());
});

test("a PNG of more chunks than an encoder writes is refused", async () => {
  const tagged = await quarters(64, 48).withExif(whereItWasTaken).png().toBuffer();
  const empty = Buffer.from("\0\0\0\0tEXt\0\0\0\0", "latin1");
  const end = tagged.length - 12;
  const many = Array.from({ length: 20_000 }, () => empty);
  const file = Buffer.concat([tagged.subarray(0, end), ...many, tagged.subarray(end)]);
  const before = await sharp(tagged).metadata();
  expect(() => eraseLocation(file, before)).toThrow("too many chunks");
});

test("metadata that repeats in its file is found in a bounded time, or refused", () => {
  // Each of its bytes compared with each of the file's would take until the test times out.
  const directory = Buffer.alloc(60_000);
  directory.write("II*\0\x08\0\0\0\x01\0\x25\x88\x04\0\x01\0\0\0\x1a\0\0\0", "latin1");
  directory.write("\x01\0\x01\0\x02\0\x02\0\0\0N\0\0\0", 26, "latin1");
  const beginnings = Buffer.alloc(3_000_000, directory.subarray(0, 8));
  const file = Buffer.concat([Buffer.alloc(3_000_000), Buffer.alloc(500, "I"), directory]);
  const erased = eraseLocation(Buffer.from(file), { format: "heif", exif: directory });
  expect(erased.equals(file)).toBe(false);
  expect(() =>
    eraseLocation(Buffer.concat([beginnings, directory]), { format: "heif", exif: directory }),
  ).toThrow("metadata is damaged");
});

test("a JPEG keeps its orientation and camera", async () => {
  const tagged = await quarters(64, 48)
    .withMetadata({ orientation: 6 })
    .withExifMerge(whereItWasTaken)
    .jpeg()
    .toBuffer();
  const erased = eraseLocation(Buffer.from(tagged), await sharp(tagged).metadata());
  expect((await sharp(erased).metadata()).orientation).toBe(6);
  expect(erased.includes("Camera Works")).toBe(true);
  expect(erased.length).toBe(tagged.length);
});

test("a TIFF file, the format of EXIF, loses them too", async () => {
  const tagged = await quarters(64, 48).withExif(whereItWasTaken).jpeg().toBuffer();
  const { exif = Buffer.alloc(0) } = await sharp(tagged).metadata();
  const tiff = Buffer.from(exif.subarray(6));
  expect(mayHoldLocation({ format: "tiff" })).toBe(true);
  const erased = eraseLocation(tiff, { format: "tiff" });
  expect(erased.includes(coordinates("II")) || erased.includes(coordinates("MM"))).toBe(false);
});

test("coordinates in XMP are removed, other values stay", async () => {
  const tagged = await quarters(64, 48).withXmp(xmp).jpeg().toBuffer();
  const before = await sharp(tagged).metadata();
  expect(mayHoldLocation(before)).toBe(true);
  const after = await sharp(eraseLocation(Buffer.from(tagged), before)).metadata();
  expect(after.xmpAsString).not.toContain("31.2N");
  expect(after.xmpAsString).toContain("28/10");
});

test("a picture without coordinates is unchanged", async () => {
  const plain = await quarters(64, 48)
    .withExif({ IFD0: { Make: "Camera Works" } })
    .jpeg()
    .toBuffer();
  expect(erasing(plain, await sharp(plain).metadata())).toBeUndefined();
});

test("broken EXIF does no harm", () => {
  for (const text of ["", "Exif\0\0", "Exif\0\0II*\0\xff\xff\xff\xff", "MM\0*\0\0\0\x08\xff\xff"]) {
    const exif = Buffer.from(text.padEnd(20, "\xff"), "latin1");
    expect(erasing(exif, { format: "heif", exif })).toBeUndefined();
  }
});

test("however EXIF is damaged, erasing touches nothing else", async () => {
  const tagged = await quarters(64, 48).withExif(whereItWasTaken).jpeg().toBuffer();
  const { exif = Buffer.alloc(0) } = await sharp(tagged).metadata();
  const at = tagged.indexOf(exif);
  const byte = fc.tuple(fc.nat(exif.length - 1), fc.constantFrom(0, 1, 0x7f, 0x80, 0xff));
  fc.assert(
    fc.property(fc.array(byte, { minLength: 1, maxLength: 6 }), (damage) => {
      const file = Buffer.from(tagged);
      for (const [offset, value] of damage) file[at + offset] = value;
      const damaged = Buffer.from(file.subarray(at, at + exif.length));
      const erased = eraseLocation(file, { format: "heif", exif: damaged });
      expect(erased.subarray(0, at).equals(tagged.subarray(0, at))).toBe(true);
      expect(erased.subarray(at + exif.length).equals(tagged.subarray(at + exif.length))).toBe(
        true,
      );
    }),
    { numRuns: 3_000 },
  );
});

test("a GPS field that extends beyond the end is erased up to it", async () => {
  const tagged = await quarters(64, 48).withExif(whereItWasTaken).jpeg().toBuffer();
  const { exif = Buffer.alloc(0) } = await sharp(tagged).metadata();
  const order = exif.includes(coordinates("II")) ? "II" : "MM";
  // The latitude: tag 2 of type 5 (rationals), three of them.
  const field = order === "II" ? [2, 0, 5, 0, 3, 0, 0, 0] : [0, 2, 0, 5, 0, 0, 0, 3];
  const count = tagged.indexOf(Buffer.from(field)) + 4;
  tagged.fill(0x7f, count, count + 4);
  const erased = eraseLocation(Buffer.from(tagged), await sharp(tagged).metadata());
  expect(erased.includes(coordinates(order))).toBe(false);
});

test("GPS data with more fields than memory holds is refused", () => {
  const entry = Buffer.from("\x25\x88\x04\0\x01\0\0\0\x08\0\0\0", "latin1");
  const tiff = Buffer.concat([
    Buffer.from("II*\0\x08\0\0\0\xff\xff", "latin1"),
    ...Array.from({ length: 65_535 }, () => entry),
  ]);
  expect(() => eraseLocation(tiff, { format: "tiff" })).toThrow("damaged");
});

/** The picture without coordinates, or as it was if it has none. */
const eraseLocation = (file: Buffer, sources: LocationSources) => erasing(file, sources) ?? file;

/** The latitude above as a TIFF directory stores it. */
function coordinates(order: "II" | "MM"): Buffer {
  const bytes = Buffer.alloc(24);
  [52, 1, 31, 1, 12, 1].forEach((value, index) => {
    if (order === "II") bytes.writeUInt32LE(value, index * 4);
    else bytes.writeUInt32BE(value, index * 4);
  });
  return bytes;
}
