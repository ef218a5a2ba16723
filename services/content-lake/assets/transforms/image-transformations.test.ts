import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type AssetDocument,
  corners,
  errorOf,
  openTestLake,
  quarters,
  type TestLake,
} from "../../testing/asset-lake";
import {
  getFrom,
  modernFormats,
  pictureFrom,
  uploadQuarters,
} from "../../testing/delivered-pictures";

let lake: TestLake;
let picture: AssetDocument;

beforeAll(async () => {
  lake = await openTestLake();
  picture = await uploadQuarters(lake);
});
afterAll(() => lake.close());

const get = (document: AssetDocument, query = "", headers: Record<string, string> = {}) =>
  getFrom(lake, document, query, headers);
const pictureOf = (document: AssetDocument, query: string, headers?: Record<string, string>) =>
  pictureFrom(lake, document, query, headers);

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

  test("sat=-100 removes all color", async () => {
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

  test("sharp and crop=entropy give pictures of the requested size", async () => {
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
  ])("%s is refused with a 400 in Sanity's format", async (query) => {
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

  test("is preserved in formats that support it", async () => {
    for (const format of ["png", "webp", "avif"]) {
      expect((await pictureOf(clear, `?fm=${format}`)).hasAlpha).toBe(true);
    }
  });

  test("becomes white in JPEG, or the color of bg", async () => {
    const white = await pictureOf(clear, "?fm=jpg");
    expect(await corners(white.bytes)).toEqual(["white", "white", "white", "white"]);
    const red = await pictureOf(clear, "?bg=f00");
    expect(red.format).toBe("png");
    expect(await corners(red.bytes)).toEqual(["red", "red", "red", "red"]);
  });

  test("is filled with bg after inverting, which may be translucent itself", async () => {
    const { bytes } = await pictureOf(clear, "?bg=fff&invert=true");
    expect(await corners(bytes)).toEqual(["white", "white", "white", "white"]);
    const half = await pictureOf(clear, "?bg=80ff0000");
    const { data, info } = await sharp(half.bytes).raw().toBuffer({ resolveWithObject: true });
    expect(info.channels).toBe(4);
    expect([...data.subarray(0, 4)]).toEqual([255, 0, 0, 128]);
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

  test("keeps its frames when it is resized, cropped or converted to WebP", async () => {
    for (const query of ["?w=30", "?w=20&h=20&fit=crop", "?rect=0,0,30,20", "?fm=webp&w=30"]) {
      expect((await pictureOf(animation, query)).pages).toBe(3);
    }
    const negotiated = await pictureOf(animation, "?w=30&auto=format", { Accept: modernFormats });
    expect(negotiated).toMatchObject({ format: "webp", pages: 3, width: 30 });
  });

  test("shows its first frame on request, or in a format without frames", async () => {
    for (const query of ["?frame=1", "?fm=png", "?or=90", "?frame=1&w=30"]) {
      const { pages, bytes } = await pictureOf(animation, query);
      expect(pages).toBe(1);
      expect((await corners(bytes))[0]).toBe("red");
    }
  });
});

test("gray, CMYK and 16-bit sources can be delivered in every format", async () => {
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
