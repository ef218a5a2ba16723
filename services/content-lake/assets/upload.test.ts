import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import http from "node:http";
import path from "node:path";
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { DiskSpace, floors, noSpace } from "../../disk-space";
import { limits } from "../limits";
import { errorOf, openTestLake, quarters, type TestLake } from "../testing/asset-lake";

const disk = { free: Infinity };
let lake: TestLake;
let origin: string;

beforeAll(async () => {
  lake = await openTestLake(undefined, new DiskSpace("", { read: () => disk.free }));
  origin = await lake.listen();
});

afterAll(() => lake.close());

const post = (below: string, body: BodyInit, headers: Record<string, string> = {}) =>
  lake.request(`/v2021-06-07/assets/${below}`, { method: "POST", body, headers });

const sha1 = (bytes: Uint8Array) => createHash("sha1").update(bytes).digest("hex");

test("an image becomes a document of Sanity's shape, under the SHA-1 of its bytes", async () => {
  const bytes = await quarters(640, 400).jpeg().toBuffer();
  const hash = sha1(bytes);
  const document = await lake.upload(
    "images",
    bytes,
    "?filename=Four%20colours.jpg&title=Quarters",
  );
  expect(document).toMatchObject({
    _id: `image-${hash}-640x400-jpg`,
    _type: "sanity.imageAsset",
    assetId: hash,
    sha1hash: hash,
    extension: "jpg",
    mimeType: "image/jpeg",
    originalFilename: "Four colours.jpg",
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

test("the same bytes again answer the document that is there, with one transaction in all", async () => {
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

test("uploads of the same new bytes at the same time make one document", async () => {
  const bytes = await quarters(52, 50).png().toBuffer();
  const documents = await Promise.all([1, 2, 3].map(() => lake.upload("images", bytes)));
  expect(new Set(documents.map((document) => document.uploadId)).size).toBe(1);
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  "EXIF orientation %i counts in the dimensions",
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

test("transparency is told: an alpha channel, and whether it is used", async () => {
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

test("the format is what the bytes say, whatever the request says", async () => {
  const bytes = await quarters(30, 30).webp().toBuffer();
  const response = await post("images/production?filename=a.png", new Uint8Array(bytes), {
    "Content-Type": "image/png",
  });
  expect(await response.json()).toMatchObject({
    document: { extension: "webp", mimeType: "image/webp" },
  });
});

test("an SVG has the size that it states", async () => {
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

test("what the camera wrote is in the document when it is asked for, without coordinates", async () => {
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

test("of a picture that no camera took there are no such tags", async () => {
  const plain = await quarters(35, 31).png().toBuffer();
  const { metadata } = await lake.upload("images", plain, "?meta=exif,image,thumbhash");
  expect(metadata).not.toHaveProperty("exif");
  expect(metadata).not.toHaveProperty("image");
  expect(metadata).toHaveProperty("thumbHash", expect.stringMatching(/^[\w+/=]{20,40}$/));
});

test.each([
  ["location", 'Coordinates are erased from every picture: ask for no "location".'],
  ["colour", 'There is no metadata "colour".'],
])("metadata that is not made is refused with a sentence: %s", async (name, sentence) => {
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

test("a page that is called a PDF is refused, with a sentence that says why", async () => {
  const response = await post("files/production?filename=prices.pdf", "<html>", {
    "Content-Type": "application/pdf",
  });
  expect(response.status).toBe(400);
  expect(await errorOf(response)).toBe("The file is called .pdf, but its content is not a PDF.");
});

test.each([
  ["text", "hello", /cannot be decoded/],
  ["HTML called an image", "<!doctype html><script>1</script>", /cannot be decoded/],
  ["broken SVG", "<svg xmlns='http://www.w3.org/2000/svg'", /cannot be decoded/],
  [
    "SVG without a size",
    "<svg xmlns='http://www.w3.org/2000/svg' width='0' height='0'/>",
    /Invalid image/,
  ],
  ["a compressed SVG", Buffer.from([0x1f, 0x8b, 8, 0]).toString("latin1"), /compressed|decoded/],
  ["a PNG header alone", "\x89PNG\r\n\x1a\n", /cannot be decoded/],
])("%s is no image: 400", async (_, body, description) => {
  const response = await post("images/production", Buffer.from(body, "latin1"), {
    "Content-Type": "image/png",
  });
  expect(response.status).toBe(400);
  expect(await errorOf(response)).toMatch(description);
});

test.each(["jpeg", "png", "webp"] as const)("a cut-off %s is refused", async (format) => {
  const noise = { width: 200, height: 200, channels: 3 as const, background: "#000" };
  const whole = await sharp({
    create: { ...noise, noise: { type: "gaussian", mean: 128, sigma: 60 } },
  })
    .toFormat(format)
    .toBuffer();
  const response = await post(
    "images/production",
    new Uint8Array(whole.subarray(0, whole.length / 2)),
  );
  expect(response.status).toBe(400);
});

test("nothing is stored of an empty upload", async () => {
  for (const kind of ["images", "files"]) {
    const response = await post(`${kind}/production`, new Uint8Array());
    expect(response.status).toBe(400);
    expect(await errorOf(response)).toBe("The upload is empty.");
  }
});

test("a small file that claims billions of pixels is refused before it is decoded", async () => {
  const bomb = await quarters(10, 10).png().toBuffer();
  bomb.writeUInt32BE(30_000, 16);
  bomb.writeUInt32BE(30_000, 20);
  bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
  const started = performance.now();
  const response = await post("images/production", new Uint8Array(bomb));
  expect(response.status).toBe(400);
  expect(await errorOf(response)).toMatch(/more than 80000000 pixels/);
  expect(performance.now() - started).toBeLessThan(2000);
});

test("a PNG with more compressed text than a picture has is refused before it is inflated", async () => {
  const picture = await quarters(10, 10).png().toBuffer();
  const inflated = deflateSync(Buffer.alloc(50_000_000));
  const texts: [string, Buffer[], number, number][] = [
    ["zTXt", [Buffer.from("a\0\0"), inflated], 6, 400],
    ["iTXt", [Buffer.from("a\0\x01\0\0\0"), inflated], 6, 400],
    ["zTXt", [Buffer.from("a\0\0"), deflateSync("said of the picture")], 6, 200],
    ["iTXt", [Buffer.from("a\0\0\0\0\0"), Buffer.alloc(1_000_000, "x")], 1, 200],
  ];
  for (const [type, data, count, status] of texts) {
    const chunks = Array.from({ length: count }, () => chunkOf(type, Buffer.concat(data)));
    const bytes = Buffer.concat([picture.subarray(0, 33), ...chunks, picture.subarray(33)]);
    const response = await post("images/production", new Uint8Array(bytes));
    expect(response.status).toBe(status);
    if (status === 400) expect(await errorOf(response)).toMatch(/262144 bytes of compressed text/);
  }
});

function chunkOf(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

test("an SVG that claims billions of pixels, or explodes by entities, is refused", async () => {
  const large = '<svg xmlns="http://www.w3.org/2000/svg" width="60000" height="60000"/>';
  expect((await post("images/production", large)).status).toBe(400);
  const entities = Array.from(
    { length: 12 },
    (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`,
  ).join("");
  const laughs = `<!DOCTYPE svg [<!ENTITY e0 "ha">${entities}]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&e12;</text></svg>`;
  expect((await post("images/production", laughs)).status).toBe(400);
});

test("an SVG too long to be drawn is refused, also behind white space", async () => {
  const long = `${" ".repeat(900)}<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${"<g/>".repeat(1_200_000)}</svg>`;
  const response = await post("images/production", long);
  expect(response.status).toBe(400);
  expect(await errorOf(response)).toMatch(/at most 4194304 bytes/);
});

test("another dataset does not exist", async () => {
  const response = await post("images/staging", new Uint8Array([1]));
  expect(response.status).toBe(404);
});

test("overlong texts are refused", async () => {
  const bytes = await quarters(10, 10).png().toBuffer();
  const response = await post(`images/production?title=${"x".repeat(5000)}`, new Uint8Array(bytes));
  expect(response.status).toBe(400);
});

test("a name with folders and line breaks becomes a plain name", async () => {
  const document = await lake.upload(
    "files",
    Buffer.from("a"),
    "?filename=..%2F..%2Fetc%2Fa%0D%0Ab.txt",
  );
  expect(document.originalFilename).toBe("ab.txt");
});

test("more bytes than allowed end with 413, announced or not, and nothing stays on disk", async () => {
  const send = (announced: boolean) =>
    new Promise<number>((resolve, reject) => {
      const request = http.request(`${origin}/lake/v1/assets/images/production`, {
        method: "POST",
        headers: announced ? { "Content-Length": 60 * 1024 * 1024 } : {},
      });
      let ended = false;
      request.on("response", (response) => {
        ended = true;
        response.resume();
        resolve(response.statusCode ?? 0);
        request.destroy();
      });
      request.on("error", (error) => !ended && reject(error));
      const chunk = Buffer.alloc(1024 * 1024, 1);
      const write = (left: number) => {
        if (ended || left === 0) return;
        request.write(chunk, () => write(left - 1));
      };
      write(60);
    });
  expect(await send(true)).toBe(413);
  expect(await send(false)).toBe(413);
  expect(await readdir(path.join(lake.directory, "arrivals"))).toEqual([]);
});

test("an upload that breaks off leaves nothing behind", async () => {
  const arrivals = () => readdir(path.join(lake.directory, "arrivals"));
  const request = http.request(`${origin}/lake/v1/assets/files/production`, { method: "POST" });
  request.on("error", () => undefined);
  request.write(Buffer.alloc(100_000, 1));
  await vi.waitFor(async () => expect(await arrivals()).toHaveLength(1), 10_000);
  request.destroy();
  await vi.waitFor(async () => expect(await arrivals()).toEqual([]), 10_000);
});

test("on a full disk uploads are refused, and nothing is left of them", async () => {
  const room = 1_000_000;
  disk.free = floors.ordinary + room;
  try {
    const large = new Uint8Array(room + 1);
    const announced = await post("files/production", large, {
      "Content-Length": String(large.length),
    });
    expect(announced.status).toBe(507);
    expect(await errorOf(announced)).toBe(noSpace);
    disk.free = floors.ordinary - 1;
    expect((await post("files/production", new Uint8Array([1, 2, 3]))).status).toBe(507);
  } finally {
    disk.free = Infinity;
  }
  expect(await readdir(path.join(lake.directory, "arrivals"))).toEqual([]);
});

test("an upload beyond a day's bytes is refused, and nothing is left of it", async () => {
  const { person } = limits.uploadsPerDay;
  const spent = 4_000_000;
  limits.uploadsPerDay.person = spent;
  const other = await openTestLake();
  try {
    const send = (fill: number) =>
      other.request("/v2021-06-07/assets/files/production", {
        method: "POST",
        body: new Uint8Array(spent).fill(fill),
      });
    expect((await send(1)).status).toBe(200);
    const refused = await send(2);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(86_000);
    expect(await errorOf(refused)).toContain(`No more than ${spent} bytes`);
    expect(await readdir(path.join(other.directory, "arrivals"))).toEqual([]);
    expect(await readdir(path.join(other.directory, "files"))).toHaveLength(1);
  } finally {
    limits.uploadsPerDay.person = person;
    await other.close();
  }
});
