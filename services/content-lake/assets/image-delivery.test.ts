import { rm } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type AssetDocument,
  corners,
  errorOf,
  openTestLake,
  quarters,
  type TestLake,
} from "../testing/asset-lake";

let lake: TestLake;
/** 400 × 200: red, green, white, blue from the top left, clockwise. */
let picture: AssetDocument;

beforeAll(async () => {
  lake = await openTestLake();
  picture = await lake.upload(
    "images",
    await quarters(400, 200).png().toBuffer(),
    "?filename=q.png",
  );
});

afterAll(() => lake.close());

const get = (document: AssetDocument, query = "", headers: Record<string, string> = {}) =>
  lake.request(`/${document.path}${query}`, { headers });

async function pictureOf(document: AssetDocument, query: string, headers?: Record<string, string>) {
  const response = await get(document, query, headers);
  const bytes = Buffer.from(await response.arrayBuffer());
  if (!response.ok) throw new Error(`${response.status}: ${bytes.toString()}`);
  const { width, height, format, pages = 1, hasAlpha } = await sharp(bytes).metadata();
  return { response, bytes, width, height, format, pages, hasAlpha };
}

test("a network that has used its processor time up still gets pictures that are made already, and others get new ones", async () => {
  const visitor = (name: string) => ({ "X-Lake-Visitor": name });
  const large = await lake.upload("images", await quarters(3_000, 3_000).png().toBuffer());
  expect((await get(large, "?w=100", visitor("192.0.2.1"))).status).toBe(200);
  let width = 2_000;
  let last = await get(large, `?w=${width}`, visitor("192.0.2.1"));
  // Each takes some hundred milliseconds, and six seconds are allowed.
  while (last.status === 200 && width > 1_500) {
    last = await get(large, `?w=${--width}&fm=png`, visitor("192.0.2.1"));
  }
  expect(last.status).toBe(429);
  expect(Number(last.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(await errorOf(last)).toContain("wait a minute");
  expect((await get(large, "?w=100", visitor("192.0.2.1"))).status).toBe(200);
  expect((await get(large, `?w=${width}&fm=png`, visitor("192.0.2.2"))).status).toBe(200);
  expect((await get(large, "?w=333")).status).toBe(200);
});

const MODERN = "image/avif,image/webp,image/apng,*/*;q=0.8";

describe("an original", () => {
  test("comes as it was uploaded, cacheable for ever, with a strong ETag", async () => {
    const response = await get(picture);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "content-length": String(picture.size),
      "content-type": "image/png",
      etag: `"${picture.sha1hash}"`,
      "x-content-type-options": "nosniff",
    });
    expect(response.headers.get("vary")).toBeNull();
    expect((await response.arrayBuffer()).byteLength).toBe(picture.size);
  });

  test("may have any name behind it", async () => {
    const response = await lake.request(`/${picture.path}/four-colours.png?dl=`);
    expect(response.headers.get("content-disposition")).toMatch(/filename="four-colours.png"/);
  });

  test("is offered for download under its own or another name", async () => {
    expect((await get(picture, "?dl")).headers.get("content-disposition")).toBe(
      "attachment; filename=\"q.png\"; filename*=UTF-8''q.png",
    );
    const other = await get(picture, `?dl=${encodeURIComponent('über\r\n"x".png')}`);
    expect(other.headers.get("content-disposition")).toBe(
      "attachment; filename=\"_ber_x_.png\"; filename*=UTF-8''%C3%BCber%22x%22.png",
    );
  });
});

describe("parameters", () => {
  test.each([
    ["?w=100", 100, 50, ["red", "green", "white", "blue"]],
    ["?w=100&h=100&fit=crop&crop=left", 100, 100, ["red", "red", "blue", "blue"]],
    ["?w=100&h=100&fit=crop&crop=right", 100, 100, ["green", "green", "white", "white"]],
    ["?w=80&h=20&fit=crop&crop=top", 80, 20, ["red", "green", "green", "red"]],
    [
      "?w=50&h=50&fit=crop&crop=focalpoint&fp-x=1&fp-y=0",
      50,
      50,
      ["green", "green", "white", "white"],
    ],
    ["?rect=200,100,200,100", 200, 100, ["white", "white", "white", "white"]],
    ["?rect=200,0,200,200&w=60", 60, 60, ["green", "green", "white", "white"]],
    ["?or=90", 200, 400, ["blue", "red", "green", "white"]],
    ["?or=180&w=100", 100, 50, ["white", "blue", "red", "green"]],
    ["?or=270&w=100", 100, 200, ["green", "white", "blue", "red"]],
    ["?w=60&h=60&fit=crop&crop=top&or=90", 60, 60, ["blue", "red", "red", "blue"]],
    ["?flip=h", 400, 200, ["green", "red", "blue", "white"]],
    ["?flip=v", 400, 200, ["blue", "white", "green", "red"]],
    ["?flip=hv&or=90", 200, 400, ["green", "white", "blue", "red"]],
    ["?w=100&h=100&fit=fill&bg=000", 100, 100, ["black", "black", "black", "black"]],
    ["?w=100&h=100&fit=fillmax&bg=000&fm=jpg", 100, 100, ["black", "black", "black", "black"]],
    ["?w=100&h=100&fit=scale", 100, 100, ["red", "green", "white", "blue"]],
    ["?w=100&pad=30&bg=00f", 160, 110, ["blue", "blue", "blue", "blue"]],
    ["?invert=true&rect=200,100,200,100", 200, 100, ["black", "black", "black", "black"]],
    ["?blur=20", 400, 200, ["red", "green", "white", "blue"]],
    ["?w=100&dpr=2", 200, 100, ["red", "green", "white", "blue"]],
    ["?w=1000&fit=max", 400, 200, ["red", "green", "white", "blue"]],
  ] as const)("%s", async (query, width, height, expected) => {
    const result = await pictureOf(picture, query);
    expect([result.width, result.height]).toEqual([width, height]);
    expect(await corners(result.bytes)).toEqual(expected);
  });

  test("sat=-100 leaves no colour", async () => {
    const { bytes } = await pictureOf(picture, "?sat=-100");
    const { data } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    expect(data[0]).toBe(data[1]);
    expect(data[1]).toBe(data[2]);
  });

  test("a heavy blur mixes everything and takes no longer", async () => {
    const started = performance.now();
    await pictureOf(picture, "?w=2000&blur=2000");
    expect(performance.now() - started).toBeLessThan(5000);
    const { bytes } = await pictureOf(picture, "?w=400&blur=2000");
    expect(await corners(bytes)).toEqual(["other", "other", "other", "other"]);
  });

  test("sharp and crop=entropy give pictures of the size asked for", async () => {
    expect(await pictureOf(picture, "?sharp=100&w=50")).toMatchObject({ width: 50, height: 25 });
    const entropy = await pictureOf(picture, "?w=50&h=50&fit=crop&crop=entropy");
    expect(entropy).toMatchObject({ width: 50, height: 50 });
  });

  test("EXIF orientation is applied before everything else", async () => {
    for (const orientation of [1, 3, 6, 8, 2, 4, 5, 7]) {
      const shown = await quarters(200, 100).png().toBuffer();
      const stored = await sharp(shown)
        .withMetadata({ orientation })
        .jpeg({ quality: 95 })
        .toBuffer();
      const upright = await sharp(stored).autoOrient().png().toBuffer({ resolveWithObject: true });
      const turned = await corners(upright.data);
      const document = await lake.upload("images", stored);
      const { bytes, width, height } = await pictureOf(document, "?w=100&h=100&fit=scale&fm=png");
      expect([width, height]).toEqual([100, 100]);
      expect(await corners(bytes)).toEqual(turned);
      const half = { width: upright.info.width / 2, height: upright.info.height / 2 };
      const cut = await pictureOf(document, `?rect=0,0,${half.width},${half.height}&fm=png`);
      expect(cut).toMatchObject(half);
      expect(await corners(cut.bytes)).toEqual(Array.from({ length: 4 }, () => turned[0]));
    }
  });

  test.each([
    "?w=0",
    "?w=99999999999",
    "?w=8000&h=8000&fit=scale",
    "?rect=5000,0,10,10",
    "?fit=everything",
    "?fm=exe",
    "?bg=zzz",
    "?q=1000",
    "?dpr=100",
  ])("%s is refused with a 400 in Sanity's shape", async (query) => {
    const response = await get(picture, query);
    expect(response.status).toBe(400);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await errorOf(response)).toBeTruthy();
  });
});

describe("transparency", () => {
  let clear: AssetDocument;

  beforeAll(async () => {
    const create = { width: 40, height: 40, channels: 4 as const };
    const bytes = await sharp({ create: { ...create, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
      .png()
      .toBuffer();
    clear = await lake.upload("images", bytes);
  });

  test("stays in formats that have it", async () => {
    for (const format of ["png", "webp", "avif"]) {
      expect((await pictureOf(clear, `?fm=${format}`)).hasAlpha).toBe(true);
    }
  });

  test("becomes white in JPEG, or what bg says", async () => {
    const white = await pictureOf(clear, "?fm=jpg");
    expect(await corners(white.bytes)).toEqual(["white", "white", "white", "white"]);
    const red = await pictureOf(clear, "?bg=f00");
    expect(red.format).toBe("png");
    expect(await corners(red.bytes)).toEqual(["red", "red", "red", "red"]);
  });

  test("bg is laid under it after inverting, and may be translucent itself", async () => {
    const { bytes } = await pictureOf(clear, "?bg=fff&invert=true");
    expect(await corners(bytes)).toEqual(["white", "white", "white", "white"]);
    const half = await pictureOf(clear, "?bg=80ff0000");
    const { data, info } = await sharp(half.bytes).raw().toBuffer({ resolveWithObject: true });
    expect(info.channels).toBe(4);
    expect([...data.subarray(0, 4)]).toEqual([255, 0, 0, 128]);
  });
});

describe("format negotiation", () => {
  test.each([
    [MODERN, "heif", "image/avif"],
    ["image/webp,*/*", "webp", "image/webp"],
    ["image/avif;q=0,image/webp", "webp", "image/webp"],
    ["*/*", "png", "image/png"],
    ["image/png,image/*;q=0.8", "png", "image/png"],
  ])("auto=format for %s", async (accept, format, type) => {
    const { response, ...result } = await pictureOf(picture, "?auto=format&w=100", {
      Accept: accept,
    });
    expect(result.format).toBe(format);
    expect(response.headers.get("content-type")).toBe(type);
    expect(response.headers.get("vary")).toBe("Accept");
  });

  test("auto=format alone answers the original where nothing better is accepted", async () => {
    const response = await get(picture, "?auto=format", { Accept: "*/*" });
    expect(response.headers.get("etag")).toBe(`"${picture.sha1hash}"`);
    expect(response.headers.get("vary")).toBe("Accept");
  });

  test("fm is what remains when auto finds nothing, and holds without auto", async () => {
    const old = await pictureOf(picture, "?auto=format&fm=jpg", { Accept: "image/*" });
    expect(old.format).toBe("jpeg");
    const fixed = await pictureOf(picture, "?fm=webp", { Accept: MODERN });
    expect(fixed.format).toBe("webp");
    expect(fixed.response.headers.get("vary")).toBeNull();
  });

  test("a very large result comes as WebP, since AVIF would hold a core for seconds", async () => {
    const { format } = await pictureOf(picture, "?w=4000&auto=format", { Accept: MODERN });
    expect(format).toBe("webp");
  });
});

describe("conditional requests", () => {
  test("a known ETag is answered 304 without a body, for originals and results", async () => {
    for (const query of ["", "?w=120"]) {
      const etag = (await get(picture, query)).headers.get("etag") ?? "";
      const again = await get(picture, query, { "If-None-Match": `"x", W/${etag}` });
      expect(again.status).toBe(304);
      expect(again.headers.get("etag")).toBe(etag);
      expect(await again.text()).toBe("");
    }
  });

  test("different results have different ETags, equal ones the same", async () => {
    const etag = async (query: string) => (await get(picture, query)).headers.get("etag");
    expect(await etag("?w=121")).not.toBe(await etag("?w=122"));
    expect(await etag("?w=121&h=500")).toBe(await etag("?h=500&w=121&ignored=1"));
  });

  test("HEAD has the headers of GET, over a real connection", async () => {
    const origin = await lake.listen();
    for (const query of ["", "?w=123"]) {
      const url = `${origin}/lake/${picture.path}${query}`;
      const full = await fetch(url);
      const length = String((await full.arrayBuffer()).byteLength);
      const head = await fetch(url, { method: "HEAD" });
      expect(head.status).toBe(200);
      expect(head.headers.get("content-length")).toBe(length);
      expect(full.headers.get("content-length")).toBe(length);
      expect(await head.text()).toBe("");
    }
  });
});

describe("what is not there", () => {
  test.each([
    "/images/local/production/0123456789abcdef0123456789abcdef01234567-10x10.png",
    "/images/local/production/nonsense.png",
    "/images/local/production/..%2F..%2Fpostgres%2FPG_VERSION",
    "/images/local/production/%2e%2e/%2e%2e/PG_VERSION",
    "/images/other/production/PICTURE",
    "/images/local/staging/PICTURE",
    "/files/local/production/PICTURE",
  ])("%s is a 404", async (below) => {
    const file = path.basename(picture.path);
    const response = await lake.request(below.replace("PICTURE", file));
    expect(response.status).toBe(404);
  });

  test("an image whose document was deleted is gone", async () => {
    const document = await lake.upload("images", await quarters(21, 20).png().toBuffer());
    expect((await get(document)).status).toBe(200);
    await lake.store.transact({ author: "editor" }, (transaction) => {
      transaction.delete(document._id);
    });
    expect((await get(document)).status).toBe(404);
    expect((await get(document, "?w=10")).status).toBe(404);
  });

  test("an image whose bytes are lost is a 404, and a new upload brings them back", async () => {
    const bytes = await quarters(22, 20).png().toBuffer();
    const document = await lake.upload("images", bytes);
    await rm(path.join(lake.directory, "images", path.basename(document.path)));
    expect((await get(document)).status).toBe(404);
    expect((await get(document, "?w=10")).status).toBe(404);
    expect(await lake.upload("images", bytes)).toEqual(document);
    expect((await get(document, "?w=10")).status).toBe(200);
  });
});

describe("an SVG", () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="20"><script>alert(1)</script><rect width="40" height="20" fill="#f00"/><image xlink:href="file:///etc/passwd" width="4" height="4"/></svg>`;
  let drawing: AssetDocument;

  beforeAll(async () => {
    drawing = await lake.upload("images", Buffer.from(svg), "?filename=logo.svg");
  });

  test("stays a drawing whatever its size, and cannot run anything in our origin", async () => {
    for (const query of ["", "?w=400&auto=format", "?w=10&h=10&fit=crop"]) {
      const response = await get(drawing, query, { Accept: MODERN });
      expect(response.headers.get("content-type")).toBe("image/svg+xml");
      expect(response.headers.get("content-security-policy")).toBe(
        "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      );
      expect(await response.text()).toBe(svg);
    }
  });

  test("becomes pixels when a pixel format is named", async () => {
    const { bytes, ...result } = await pictureOf(drawing, "?w=400&fm=png");
    expect(result).toMatchObject({ width: 400, height: 200, format: "png" });
    expect(await corners(bytes)).toEqual(["red", "red", "red", "red"]);
  });
});

describe("an animation", () => {
  let animation: AssetDocument;

  beforeAll(async () => {
    const frames = await Promise.all(
      ["#f00", "#0f0", "#00f"].map((background) =>
        sharp({ create: { width: 60, height: 40, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const gif = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [100, 100, 100] })
      .toBuffer();
    animation = await lake.upload("images", gif);
  });

  test("has the dimensions of one frame", () => {
    expect(animation.metadata?.dimensions).toMatchObject({ width: 60, height: 40 });
  });

  test("keeps its frames when it is resized, cropped or made WebP", async () => {
    for (const query of ["?w=30", "?w=20&h=20&fit=crop", "?rect=0,0,30,20", "?fm=webp&w=30"]) {
      expect((await pictureOf(animation, query)).pages).toBe(3);
    }
    const negotiated = await pictureOf(animation, "?w=30&auto=format", { Accept: MODERN });
    expect(negotiated).toMatchObject({ format: "webp", pages: 3, width: 30 });
  });

  test("shows its first frame when asked, or in a format without frames", async () => {
    for (const query of ["?frame=1", "?fm=png", "?or=90", "?frame=1&w=30"]) {
      const { pages, bytes } = await pictureOf(animation, query);
      expect(pages).toBe(1);
      expect((await corners(bytes))[0]).toBe("red");
    }
  });
});

test("grey, CMYK and 16-bit sources can all be delivered as everything", async () => {
  const base = await quarters(60, 40).png().toBuffer();
  const sources = [
    await sharp(base).greyscale().jpeg().toBuffer(),
    await sharp(base).toColourspace("cmyk").jpeg().toBuffer(),
    await sharp(base).toColourspace("rgb16").png().toBuffer(),
    await sharp(base).tiff().toBuffer(),
    await sharp(base).avif().toBuffer(),
    await sharp(base).ensureAlpha(0.5).greyscale().png().toBuffer(),
  ];
  for (const bytes of sources) {
    const document = await lake.upload("images", bytes);
    for (const query of [
      "w=30",
      "fm=jpg",
      "fm=png&or=90&flip=h",
      "fm=webp&sat=-50&pad=5",
      "fm=avif&blur=100",
    ]) {
      const response = await get(document, `?${query}`);
      expect([document.extension, query, response.status]).toEqual([
        document.extension,
        query,
        200,
      ]);
    }
  }
});

test("a burst of new sizes is answered with results or 503, and all of it on the second try", async () => {
  const document = await lake.upload("images", await quarters(300, 300).jpeg().toBuffer());
  const burst = () =>
    Promise.all(Array.from({ length: 120 }, (_, i) => get(document, `?w=${100 + i}&fm=webp`)));
  const first = await burst();
  const refused = first.filter(({ status }) => status === 503);
  expect(first.every(({ status }) => status === 200 || status === 503)).toBe(true);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]?.headers.get("retry-after")).toBe("2");
  const second = await burst();
  expect(second.filter(({ status }) => status === 200).length).toBe(120);
}, 60_000);
