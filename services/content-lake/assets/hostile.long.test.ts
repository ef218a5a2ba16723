import { readdir } from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import fc from "fast-check";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "@platen/kit/testing/eventually";
import { expectMemoryBack, memory } from "@platen/kit/testing/memory";
import {
  type AssetDocument,
  documentOf,
  openTestLake,
  quarters,
  type TestLake,
} from "../testing/asset-lake";

let lake: TestLake;
let origin: string;
const samples = new Map<string, Buffer>();

beforeAll(async () => {
  lake = await openTestLake();
  origin = await lake.listen();
  for (const [name, bytes] of await pictures()) samples.set(name, bytes);
});
afterAll(() => lake.close());

/**
 * One of each format that is read, with what can be wrong in it: coordinates, frames, transparency,
 * compression.
 */
async function pictures(): Promise<[string, Buffer][]> {
  const still = () =>
    quarters(64, 48).withExif({ IFD3: { GPSLatitudeRef: "N", GPSLatitude: "52/1 31/1 12/1" } });
  const clear = sharp(await quarters(64, 48).png().toBuffer()).ensureAlpha(0.5);
  const frames = await sharp(
    await Promise.all(
      [1, 2, 3].map((n) =>
        quarters(32, 16 * n)
          .resize(32, 32)
          .png()
          .toBuffer(),
      ),
    ),
    { join: { animated: true } },
  )
    .webp({ loop: 0 })
    .toBuffer();
  const animated = () => sharp(frames, { animated: true });
  return [
    ["jpg", await still().jpeg().toBuffer()],
    ["progressive jpg", await still().jpeg({ progressive: true }).toBuffer()],
    ["png", await still().png().toBuffer()],
    ["interlaced png", await clear.clone().png({ progressive: true }).toBuffer()],
    ["png with a palette", await clear.clone().png({ palette: true }).toBuffer()],
    ["webp", await still().webp().toBuffer()],
    ["lossless webp", await clear.clone().webp({ lossless: true }).toBuffer()],
    ["animated webp", frames],
    ["gif", await animated().gif().toBuffer()],
    ["tiff", await still().tiff({ compression: "lzw" }).toBuffer()],
    ["tiled tiff", await still().tiff({ compression: "deflate", tile: true }).toBuffer()],
    ["tiff with a jpg in it", await still().tiff({ compression: "jpeg" }).toBuffer()],
    ["avif", await still().avif({ effort: 0 }).toBuffer()],
    [
      "svg",
      Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="64" height="48" viewBox="0 0 64 48"><defs><filter id="f"><feGaussianBlur stdDeviation="2"/></filter><pattern id="p" width="4" height="4"><rect width="2" height="2"/></pattern></defs><rect width="50%" height="50%" fill="url(#p)" filter="url(#f)"/><use xlink:href="#f"/><text x="1" y="9">text</text></svg>',
      ),
    ],
  ];
}

interface Edit {
  kind: "cut" | "change" | "count" | "insert" | "remove" | "repeat" | "blank";
  at: number;
  bytes: Uint8Array;
}

/** A corruption of a file, at an offset between its start (0) and its end (1). */
const edit: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom("cut", "change", "count", "insert", "remove", "repeat", "blank"),
  at: fc.oneof(
    fc.double({ min: 0, max: 1, noNaN: true }),
    // Most of what matters is at the front.
    fc.double({ min: 0, max: 0.1, noNaN: true }),
  ),
  bytes: fc.uint8Array({ minLength: 1, maxLength: 16 }),
});

function damaged(sample: Buffer, edits: Edit[]): Buffer {
  return edits.reduce((file, { kind, at, bytes }) => {
    const start = Math.floor(at * file.length);
    const [before, after] = [file.subarray(0, start), file.subarray(start)];
    switch (kind) {
      case "cut":
        return before;
      case "change":
        return Buffer.concat([before, bytes, after.subarray(bytes.length)]);
      // Lengths, offsets and sizes are mostly four bytes: set to their maximum.
      case "count":
        return Buffer.concat([before, Buffer.alloc(4, 0xff), after.subarray(4)]);
      case "insert":
        return Buffer.concat([before, bytes, after]);
      case "remove":
        return Buffer.concat([before, after.subarray(bytes.length)]);
      case "repeat":
        return Buffer.concat([before, after.subarray(0, 500), after]);
      case "blank":
        return Buffer.concat([
          before,
          Buffer.alloc(Math.min(200, after.length)),
          after.subarray(200),
        ]);
    }
  }, sample);
}

const text = fc.string({
  unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)),
});
const contentType = fc.oneof(
  text.filter((each) => !each.includes("\x7f")),
  fc.constantFrom(
    ...["image/png", "image/svg+xml", "text/html", "multipart/form-data", "application/json", "/"],
  ),
);
const details = fc
  .dictionary(
    fc.constantFrom("filename", "title", "meta", "label", "sourceUrl", "altText", "x"),
    fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("[lqip]", "a.PNG", "../../x", "a.html"),
    ),
  )
  .map((each) => `?${new URLSearchParams(each).toString()}`);

const change = fc
  .record(
    {
      w: fc.constantFrom("1", "37", "2000"),
      h: fc.constantFrom("1", "29"),
      fit: fc.constantFrom("clip", "crop", "fill", "scale", "max"),
      rect: fc.constantFrom("0,0,10,10", "60,40,4,8"),
      fm: fc.constantFrom("jpg", "pjpg", "png", "webp", "json"),
      or: fc.constantFrom("90", "180"),
      blur: fc.constantFrom("1", "50"),
      sat: fc.constant("-100"),
      q: fc.constantFrom("1", "100"),
    },
    { requiredKeys: [] },
  )
  .map((each) => `?${new URLSearchParams(each).toString()}`);

async function upload(
  kind: "images" | "files",
  bytes: Buffer,
  type: string,
  query: string,
): Promise<AssetDocument | undefined> {
  const response = await lake.request(`/v1/assets/${kind}/production${query}`, {
    method: "POST",
    headers: { "Content-Type": type },
    body: new Uint8Array(bytes),
  });
  if (response.status === 200) return documentOf(response);
  expect(response.status).toBe(400);
  const answer = await response.text();
  // Sharp's messages contain file paths.
  expect(answer).not.toContain(lake.directory);
  return undefined;
}

const arrivals = () => readdir(path.join(lake.directory, "arrivals"));

const deliver = async (document: AssetDocument, query: string) => {
  const response = await lake.request(`/${document.path}${query}`);
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
};

test("a damaged picture is refused or can be shown in every format, without a memory leak", async () => {
  const names = [...samples.keys()];
  const accepted = new Set<string>();
  let runs = 0;
  let before = memory();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...names),
      fc.array(edit, { minLength: 1, maxLength: 3 }),
      contentType,
      details,
      change,
      async (name, edits, type, query, how) => {
        if (++runs === 500) before = memory();
        const bytes = damaged(samples.get(name) ?? Buffer.alloc(0), edits);
        const document = await upload("images", bytes, type, query);
        if (!document) return;
        accepted.add(name);
        expect((await deliver(document, "")).status).toBe(200);
        expect([200, 400]).toContain((await deliver(document, how)).status);
      },
    ),
    { numRuns: 2_000 },
  );
  expect(await arrivals()).toEqual([]);
  // Otherwise the damage was so great that nothing was tested. Chance decides how many survive:
  // seven to ten of fourteen.
  expect(accepted.size).toBeGreaterThan(3);
  await expectMemoryBack(before, { own: 20, process: 200 });
}, 240_000);

test("bytes that are not a picture are refused as an image, and stored as a file bit for bit, unless it is called one", async () => {
  const bytes = fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 2_000 }).map((each) => Buffer.from(each)),
    fc.string({ minLength: 1 }).map((each) => Buffer.from(`<svg>${each}`)),
    fc
      .tuple(fc.constantFrom(...samples.values()), fc.uint8Array({ maxLength: 300 }))
      .map(([sample, rest]) => Buffer.concat([sample.subarray(0, 12), rest])),
  );
  await fc.assert(
    fc.asyncProperty(bytes, contentType, details, async (body, type, query) => {
      expect(await upload("images", body, type, query)).toBeUndefined();
      const document = await upload("files", body, type, query);
      const isNoPng = body.subarray(0, 4).toString("latin1") !== "\x89PNG";
      if (query.includes("filename=a.PNG") && isNoPng) {
        expect(document).toBeUndefined();
        return;
      }
      if (document) expect(await deliver(document, "")).toEqual({ status: 200, bytes: body });
      expect(document?.size).toBe(body.length);
    }),
    { numRuns: 500 },
  );
  expect(await arrivals()).toEqual([]);
}, 120_000);

/** Sends bytes as they are, and resolves to the statuses of the responses. */
function raw(...parts: string[]): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(new URL(origin).port), "127.0.0.1");
    let response = "";
    socket.on("data", (data) => (response += data.toString("latin1")));
    socket.on("error", reject);
    socket.on("close", () =>
      resolve([...response.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status))),
    );
    socket.end(parts.join("\r\n"), "latin1");
  });
}

test.each([
  ["a length that is not a number", ["Content-Length: many", "", "abc"], [400]],
  ["a negative length", ["Content-Length: -1", "", "abc"], [400]],
  ["two lengths", ["Content-Length: 3", "Content-Length: 4", "", "abcd"], [400]],
  [
    "a length and chunks",
    ["Content-Length: 3", "Transfer-Encoding: chunked", "", "0", "", ""],
    [400],
  ],
  ["a length above the maximum integer", [`Content-Length: ${"9".repeat(30)}`, "", "abc"], [400]],
  ["a length above the limit", [`Content-Length: ${1e12}`, "", "abc"], [413]],
  ["a length shorter than the body", ["Content-Length: 1", "Connection: close", "", "abc"], [400]],
  ["chunks without a size", ["Transfer-Encoding: chunked", "", "x", "abc", "", ""], [400]],
  ["chunks with invalid sizes", ["Transfer-Encoding: chunked", "", "2", "abc", "0", "", ""], [400]],
  ["endless chunks", ["Transfer-Encoding: chunked", "", "3", "abc", "3", "ab"], [400]],
  ["a length longer than the body", ["Content-Length: 9", "", "abc"], [400]],
  ["an unknown encoding", ["Transfer-Encoding: nonsense", "", "abc"], [400]],
])("an upload with %s is refused", async (_, lines, statuses) => {
  const head = ["POST /lake/v1/assets/images/production HTTP/1.1", "Host: lake.test"];
  expect(await raw(...head, ...lines)).toEqual(statuses);
  expect(await raw("GET /lake/images/x HTTP/1.1", "Host: a", "Connection: close", "", "")).toEqual([
    404,
  ]);
  // It is deleted when the connection closes, shortly after the response.
  await eventually(async () => expect(await arrivals()).toEqual([]));
});
