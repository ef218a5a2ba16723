import { pathToFileURL } from "node:url";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endlessSpace } from "@platen/kit";
import { bundle } from "@platen/kit/testing/bundle";
import { openTestLake, quarters, type TestLake } from "../../testing/asset-lake";

let entry: Awaited<ReturnType<typeof bundle>>;
let lake: TestLake;
let close: () => Promise<void>;

beforeAll(async () => {
  entry = await bundle("services/content-lake/assets/transforms/transform-process.ts");
  lake = await openTestLake(undefined, endlessSpace, pathToFileURL(entry.file));
  close = async () => {
    await lake.close();
    await entry.remove();
  };
}, 60_000);
afterAll(() => close());

/** Minutes of processor time in 300 kB, and a millisecond to read its header. */
function costlyDrawing(name: string): Uint8Array {
  const rectangle = '<rect width="100" height="100" filter="url(#f)"/>';
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><title>${name}</title><filter id="f" x="-100" y="-100" width="300" height="300"><feTurbulence baseFrequency="0.9" numOctaves="999"/></filter>${rectangle.repeat(6_000)}</svg>`,
  );
}

function startUpload(bytes: Uint8Array, signal: AbortSignal) {
  const body = new Uint8Array(bytes);
  return lake.request("/v1/assets/images/production", { method: "POST", body, signal });
}

test("costly uploaded drawings do not delay visitors' pictures, and end with their uploads", async () => {
  const { url } = await lake.upload("images", await quarters(400, 300).png().toBuffer());
  const before = process.cpuUsage();
  const abandon = new AbortController();
  const uploads = ["one", "two", "three"].map((name) =>
    startUpload(costlyDrawing(name), abandon.signal),
  );
  // The SVGs are read by the time another upload's header is.
  await expect(lake.upload("files", Buffer.from("text"), "?filename=a.txt")).resolves.toBeDefined();
  const path = new URL(url).pathname.replace("/lake", "");
  for (const width of [10, 20, 30]) {
    const response = await lake.request(`${path}?w=${width}`, {
      headers: { "X-Lake-Visitor": "192.0.2.1" },
    });
    expect(response.status).toBe(200);
    const picture = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect(picture.width).toBe(width);
  }
  abandon.abort();
  const responses = await Promise.all(uploads);
  expect(responses.map(({ status }) => status)).toEqual([400, 400, 400]);
  // This file has its own process, as all long ones: beside other tests theirs would count.
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(3_000);
  // Nothing of theirs is left in the queue.
  const next = await lake.upload("images", await quarters(40, 30).png().toBuffer());
  expect(next.metadata?.dimensions).toMatchObject({ width: 40, height: 30 });
});

test("a photo loses its location and is analyzed in the worker process too", async () => {
  const photo = await quarters(64, 48)
    .withExif({ IFD3: { GPSLatitudeRef: "N", GPSLatitude: "52/1 31/1 12/1" } })
    .jpeg()
    .toBuffer();
  const document = await lake.upload("images", photo);
  expect(document.metadata).toMatchObject({ hasAlpha: false, isOpaque: true });
  expect(document.metadata?.lqip).toMatch(/^data:image\/jpeg;base64,/);
  const stored = await lake.request(new URL(document.url).pathname.replace("/lake", ""));
  const { exif } = await sharp(Buffer.from(await stored.arrayBuffer())).metadata();
  expect(exif?.includes("GPS") ?? false).toBe(false);
  expect(document.size).toBe(photo.length);
});

test("bytes that are not a picture are refused by the process with the same message", async () => {
  const upload = lake.upload("images", Buffer.from("no picture"), "?filename=a.png");
  await expect(upload).rejects.toThrow("400: Invalid image: it cannot be decoded");
});
