import { readdir } from "node:fs/promises";
import http from "node:http";
import path from "node:path";
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "@platen/kit/testing/eventually";
import { DiskSpace, floors, noSpace } from "@platen/kit";
import { limits } from "../../limits";
import { errorOf, openTestLake, quarters, type TestLake } from "../../testing/asset-lake";

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

test("a page that is called a PDF is refused with a message", async () => {
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
  ["a truncated PNG header", "\x89PNG\r\n\x1a\n", /cannot be decoded/],
])("%s is not an image: 400", async (_, body, description) => {
  const response = await post("images/production", Buffer.from(body, "latin1"), {
    "Content-Type": "image/png",
  });
  expect(response.status).toBe(400);
  expect(await errorOf(response)).toMatch(description);
});

test.each(["jpeg", "png", "webp"] as const)("a truncated %s is refused", async (format) => {
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

test("an empty upload stores nothing", async () => {
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

test("a PNG with too much compressed text is refused before it is inflated", async () => {
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

test("an SVG that claims billions of pixels, or expands entities, is refused", async () => {
  const large = '<svg xmlns="http://www.w3.org/2000/svg" width="60000" height="60000"/>';
  expect((await post("images/production", large)).status).toBe(400);
  const entities = Array.from(
    { length: 12 },
    (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`,
  ).join("");
  const laughs = `<!DOCTYPE svg [<!ENTITY e0 "ha">${entities}]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&e12;</text></svg>`;
  expect((await post("images/production", laughs)).status).toBe(400);
});

test("an SVG that is too long is refused, even with leading whitespace", async () => {
  const long = `${" ".repeat(900)}<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${"<g/>".repeat(1_200_000)}</svg>`;
  const response = await post("images/production", long);
  expect(response.status).toBe(400);
  expect(await errorOf(response)).toMatch(/at most 4194304 bytes/);
});

test("another dataset does not exist", async () => {
  const response = await post("images/staging", new Uint8Array([1]));
  expect(response.status).toBe(404);
});

test("texts that are too long are refused", async () => {
  const bytes = await quarters(10, 10).png().toBuffer();
  const response = await post(`images/production?title=${"x".repeat(5000)}`, new Uint8Array(bytes));
  expect(response.status).toBe(400);
});

test("too many bytes get 413, announced or not, and nothing stays on disk", async () => {
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

test("an upload that is cut off leaves nothing behind", async () => {
  const arrivals = () => readdir(path.join(lake.directory, "arrivals"));
  const request = http.request(`${origin}/lake/v1/assets/files/production`, { method: "POST" });
  request.on("error", () => undefined);
  request.write(Buffer.alloc(100_000, 1));
  await eventually(async () => expect(await arrivals()).toHaveLength(1));
  request.destroy();
  await eventually(async () => expect(await arrivals()).toEqual([]));
});

test("on a full disk uploads are refused and leave nothing behind", async () => {
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

test("an upload beyond the daily limit is refused and leaves nothing behind", async () => {
  const { user } = limits.uploadsPerDay;
  const spent = 4_000_000;
  limits.uploadsPerDay.user = spent;
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
    limits.uploadsPerDay.user = user;
    await other.close();
  }
});
