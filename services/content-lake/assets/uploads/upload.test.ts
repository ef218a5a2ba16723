import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { errorOf, openTestLake, quarters, type TestLake } from "../../testing/asset-lake";

let lake: TestLake;

beforeAll(async () => {
  lake = await openTestLake();
});
afterAll(() => lake.close());

const post = (below: string, body: BodyInit, headers: Record<string, string> = {}) =>
  lake.request(`/v2021-06-07/assets/${below}`, { method: "POST", body, headers });

const sha1 = (bytes: Uint8Array) => createHash("sha1").update(bytes).digest("hex");

test("an image becomes a document in Sanity's format, under the SHA-1 of its bytes", async () => {
  const bytes = await quarters(640, 400).jpeg().toBuffer();
  const hash = sha1(bytes);
  const document = await lake.upload("images", bytes, "?filename=Four%20colors.jpg&title=Quarters");
  expect(document).toMatchObject({
    _id: `image-${hash}-640x400-jpg`,
    _type: "sanity.imageAsset",
    assetId: hash,
    sha1hash: hash,
    extension: "jpg",
    mimeType: "image/jpeg",
    originalFilename: "Four colors.jpg",
    title: "Quarters",
    size: bytes.length,
    path: `images/local/production/${hash}-640x400.jpg`,
    url: `https://site.example/lake/images/local/production/${hash}-640x400.jpg`,
    metadata: {
      _type: "sanity.imageMetadata",
      dimensions: { _type: "sanity.imageDimensions", width: 640, height: 400, aspectRatio: 1.6 },
      hasAlpha: false,
      isOpaque: true,
      lqip: expect.stringMatching(/^data:image\/jpeg;base64,/),
      blurHash: expect.stringMatching(/^.{28}$/),
      palette: { _type: "sanity.imagePalette", dominant: { population: expect.any(Number) } },
    },
  });
  expect(lake.store.get(document._id)).toMatchObject({
    _id: document._id,
    _rev: expect.any(String),
  });
  expect(await readFile(path.join(lake.directory, "images", `${hash}-640x400.jpg`))).toEqual(bytes);
});

test("uploading the same bytes again returns the existing document, with one transaction in all", async () => {
  const bytes = await quarters(50, 50).png().toBuffer();
  const first = await lake.upload("images", bytes, "?filename=first.png");
  const { sequence } = lake.store;
  const again = await Promise.all([
    lake.upload("images", bytes, "?filename=second.png"),
    lake.upload("images", bytes),
  ]);
  expect(again).toEqual([first, first]);
  expect(lake.store.sequence).toBe(sequence);
});

test("concurrent uploads of the same bytes create one document", async () => {
  const bytes = await quarters(52, 50).png().toBuffer();
  const documents = await Promise.all([1, 2, 3].map(() => lake.upload("images", bytes)));
  expect(new Set(documents.map((document) => document.uploadId)).size).toBe(1);
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  "EXIF orientation %i is reflected in the dimensions",
  async (orientation) => {
    const bytes = await quarters(64, 32).withMetadata({ orientation }).jpeg().toBuffer();
    const { metadata } = await lake.upload("images", bytes);
    const [width, height] = orientation >= 5 ? [32, 64] : [64, 32];
    expect(metadata?.dimensions).toMatchObject({ width, height });
  },
);

test("a photo's coordinates are neither in the document nor in the stored bytes", async () => {
  const bytes = await quarters(64, 32)
    .withExif({ IFD3: { GPSLatitudeRef: "N", GPSLatitude: "52/1 31/1 12/1" } })
    .jpeg()
    .toBuffer();
  const first = await lake.upload("images", bytes);
  const stored = await readFile(
    path.join(lake.directory, first.path.replace("/local/production", "")),
  );
  expect(first.sha1hash).toBe(sha1(stored));
  expect(stored).not.toEqual(bytes);
  // Except its revision, which is random, and once contained the letters "gps".
  expect(JSON.stringify({ ...first, _rev: "" })).not.toMatch(/location|GPS/i);
  expect(await lake.upload("images", bytes)).toEqual(first);
});

test("transparency is detected: an alpha channel, and whether it is used", async () => {
  const clear = await sharp(await quarters(40, 40).toBuffer())
    .ensureAlpha(0.5)
    .png()
    .toBuffer();
  const opaque = await sharp(await quarters(40, 40).toBuffer())
    .ensureAlpha(1)
    .png()
    .toBuffer();
  const clearDocument = await lake.upload("images", clear);
  expect(clearDocument.metadata).toMatchObject({ hasAlpha: true, isOpaque: false });
  expect(clearDocument.metadata?.lqip).toMatch(/^data:image\/png;base64,/);
  expect((await lake.upload("images", opaque)).metadata).toMatchObject({
    hasAlpha: true,
    isOpaque: true,
  });
});

test("the format is detected from the bytes, whatever the request says", async () => {
  const bytes = await quarters(30, 30).webp().toBuffer();
  const response = await post("images/production?filename=a.png", new Uint8Array(bytes), {
    "Content-Type": "image/png",
  });
  expect(await response.json()).toMatchObject({
    document: { extension: "webp", mimeType: "image/webp" },
  });
});

test("an SVG has its declared size", async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="60"><rect width="9" height="9"/></svg>';
  const document = await lake.upload("images", Buffer.from(svg), "?filename=logo.svg");
  expect(document).toMatchObject({ extension: "svg", mimeType: "image/svg+xml" });
  expect(document.metadata).toMatchObject({
    dimensions: { width: 120, height: 60 },
    isOpaque: false,
  });
});

test("optional metadata can be left out", async () => {
  const bytes = await quarters(34, 30).png().toBuffer();
  const { metadata } = await lake.upload("images", bytes, "?meta=none");
  expect(metadata?.dimensions.width).toBe(34);
  expect(metadata).not.toHaveProperty("lqip");
  expect(metadata).not.toHaveProperty("palette");
});

const photo = () =>
  quarters(36, 30)
    .withExif({
      IFD0: { Make: "Platen", Software: "Press\u00011" },
      IFD2: { ExposureTime: "1/125", DateTimeOriginal: "2025:06:15 10:30:00" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "52/1 31/1 12/1" },
    })
    .jpeg()
    .toBuffer();

test("the camera's metadata is in the document on request, without coordinates", async () => {
  const { metadata } = await lake.upload("images", await photo(), "?meta=exif&meta=image");
  expect(metadata).toMatchObject({
    exif: {
      _type: "sanity.imageExifMetadata",
      ExposureTime: 1 / 125,
      DateTimeOriginal: "2025-06-15T10:30:00.000Z",
    },
    image: { _type: "sanity.imageExifTags", Make: "Platen" },
  });
  expect(metadata).not.toHaveProperty("lqip");
  expect(JSON.stringify(metadata)).not.toMatch(/GPS|location/);
});

test("a picture without a camera has no such tags", async () => {
  const plain = await quarters(35, 31).png().toBuffer();
  const { metadata } = await lake.upload("images", plain, "?meta=exif,image,thumbhash");
  expect(metadata).not.toHaveProperty("exif");
  expect(metadata).not.toHaveProperty("image");
  expect(metadata).toHaveProperty("thumbHash", expect.stringMatching(/^[\w+/=]{20,40}$/));
});

test.each([
  ["location", 'Coordinates are erased from every picture: do not request "location".'],
  ["color", 'There is no metadata "color".'],
])("unsupported metadata is refused with a message: %s", async (name, sentence) => {
  const bytes = new Uint8Array(await quarters(33, 30).png().toBuffer());
  const response = await post(`images/production?meta=lqip&meta=${name}`, bytes);
  expect(response.status).toBe(400);
  expect(await errorOf(response)).toBe(sentence);
});

test("a file keeps its declared type and its extension", async () => {
  const response = await post("files/production?filename=Report%202024.PDF", "%PDF-1.4", {
    "Content-Type": "application/pdf",
  });
  const hash = sha1(Buffer.from("%PDF-1.4"));
  expect(await response.json()).toMatchObject({
    document: {
      _id: `file-${hash}-pdf`,
      _type: "sanity.fileAsset",
      extension: "pdf",
      mimeType: "application/pdf",
      originalFilename: "Report 2024.PDF",
      path: `files/local/production/${hash}.pdf`,
    },
  });
});

test("a name with folders and line breaks becomes a plain name", async () => {
  const document = await lake.upload(
    "files",
    Buffer.from("a"),
    "?filename=..%2F..%2Fetc%2Fa%0D%0Ab.txt",
  );
  expect(document.originalFilename).toBe("ab.txt");
});
