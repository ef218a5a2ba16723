import { rm } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { limits } from "../../limits";
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

const { newPictures } = limits;

beforeAll(async () => {
  // Less than the minute that it takes to use up what a network has.
  limits.newPictures = { burst: 1_000, perSecond: 10 };
  lake = await openTestLake();
  limits.newPictures = newPictures;
  picture = await uploadQuarters(lake);
});
afterAll(() => lake.close());

const get = (document: AssetDocument, query = "", headers: Record<string, string> = {}) =>
  getFrom(lake, document, query, headers);
const pictureOf = (document: AssetDocument, query: string, headers?: Record<string, string>) =>
  pictureFrom(lake, document, query, headers);

test("a network that has used up its processor time still gets existing pictures, and others get new ones", async () => {
  const visitor = (name: string) => ({ "X-Lake-Visitor": name });
  const large = await lake.upload("images", await quarters(3_000, 3_000).png().toBuffer());
  expect((await get(large, "?w=100", visitor("192.0.2.1"))).status).toBe(200);
  let width = 2_000;
  let last = await get(large, `?w=${width}`, visitor("192.0.2.1"));
  // Each takes some hundred milliseconds.
  while (last.status === 200 && width > 1_500) {
    last = await get(large, `?w=${--width}&fm=png`, visitor("192.0.2.1"));
  }
  expect(last.status).toBe(429);
  expect(Number(last.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(await errorOf(last)).toContain("try again later");
  expect((await get(large, "?w=100", visitor("192.0.2.1"))).status).toBe(200);
  expect((await get(large, `?w=${width}&fm=png`, visitor("192.0.2.2"))).status).toBe(200);
  expect((await get(large, "?w=333")).status).toBe(200);
});

describe("an original", () => {
  test("is delivered as uploaded, cacheable forever, with a strong ETag", async () => {
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

  test("may be followed by any name", async () => {
    const response = await lake.request(`/${picture.path}/four-colors.png?dl=`);
    expect(response.headers.get("content-disposition")).toMatch(/filename="four-colors.png"/);
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

describe("format negotiation", () => {
  test.each([
    [modernFormats, "heif", "image/avif"],
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

  test("auto=format alone returns the original where nothing better is accepted", async () => {
    const response = await get(picture, "?auto=format", { Accept: "*/*" });
    expect(response.headers.get("etag")).toBe(`"${picture.sha1hash}"`);
    expect(response.headers.get("vary")).toBe("Accept");
  });

  test("fm is the fallback of auto, and works without it", async () => {
    const old = await pictureOf(picture, "?auto=format&fm=jpg", { Accept: "image/*" });
    expect(old.format).toBe("jpeg");
    const fixed = await pictureOf(picture, "?fm=webp", { Accept: modernFormats });
    expect(fixed.format).toBe("webp");
    expect(fixed.response.headers.get("vary")).toBeNull();
  });

  test("a very large result is WebP, because AVIF would occupy a core for seconds", async () => {
    const { format } = await pictureOf(picture, "?w=4000&auto=format", { Accept: modernFormats });
    expect(format).toBe("webp");
  });
});

describe("conditional requests", () => {
  test("a known ETag gets 304 without a body, for originals and results", async () => {
    for (const query of ["", "?w=120"]) {
      const etag = (await get(picture, query)).headers.get("etag") ?? "";
      const again = await get(picture, query, { "If-None-Match": `"x", W/${etag}` });
      expect(again.status).toBe(304);
      expect(again.headers.get("etag")).toBe(etag);
      expect(await again.text()).toBe("");
    }
  });

  test("is sent from its file, in ranges as well, and not through memory", async () => {
    const whole = Buffer.from(await (await get(picture, "?w=50&fm=png")).arrayBuffer());
    const part = await get(picture, "?w=50&fm=png", { Range: "bytes=10-19" });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(10, 20));
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

describe("a missing image", () => {
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

  test("whose document was deleted is gone", async () => {
    const document = await lake.upload("images", await quarters(21, 20).png().toBuffer());
    expect((await get(document)).status).toBe(200);
    await lake.store.transact({ author: "editor" }, (transaction) => {
      transaction.delete(document._id);
    });
    expect((await get(document)).status).toBe(404);
    expect((await get(document, "?w=10")).status).toBe(404);
  });

  test("whose bytes are lost is a 404, and a new upload restores them", async () => {
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

  test("stays a vector image whatever its size, and cannot run anything in our origin", async () => {
    for (const query of ["", "?w=400&auto=format", "?w=10&h=10&fit=crop"]) {
      const response = await get(drawing, query, { Accept: modernFormats });
      expect(response.headers.get("content-type")).toBe("image/svg+xml");
      expect(response.headers.get("content-security-policy")).toBe(
        "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      );
      expect(await response.text()).toBe(svg);
    }
  });

  test("is rasterized when a pixel format is requested", async () => {
    const { bytes, ...result } = await pictureOf(drawing, "?w=400&fm=png");
    expect(result).toMatchObject({ width: 400, height: 200, format: "png" });
    expect(await corners(bytes)).toEqual(["red", "red", "red", "red"]);
  });
});

test("a burst of new sizes gets results or 503, and all results on the second try", async () => {
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
});
