import { once } from "node:events";
import { request as openRequest, type IncomingMessage } from "node:http";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { quarters } from "@platen/content-lake/testing/asset-lake";
import { type ServedLake, serveLake } from "@platen/content-lake/testing/serve";
import { visitorsMayHave } from "./public-image-rules";

const url = (query: string, size = "4000x3000") =>
  new URL(`http://host/lake/images/local/production/28abe7368066-${size}.png?${query}`);

test("a tall picture is delivered at its own size, and not enlarged beyond what pages request", () => {
  expect(visitorsMayHave(url("w=1600&auto=format", "1600x8000"))).toBe(true);
  expect(visitorsMayHave(url("w=2000", "64x480"))).toBe(false);
  expect(visitorsMayHave(url("rect=0,0,10,40&w=2000"))).toBe(false);
  expect(visitorsMayHave(url("rect=0,0,-10,-40&w=2000"))).toBe(false);
  expect(visitorsMayHave(url("h=5000", "64x48"))).toBe(false);
  // A part that claims to be larger than the picture.
  expect(visitorsMayHave(url("rect=0,0,99999,99999&w=8000&h=8000", "64x48"))).toBe(false);
});

test.each([
  "w=320&auto=format",
  "rect=800,300,3200,2700&w=2000&h=2000&fit=crop&auto=format",
  "w=1200&h=630&fit=crop&fm=jpg",
  "w=200&h=200&fit=crop&crop=top,left",
  "w=200&h=200&fit=crop&crop=focalpoint&fp-x=0.2&fp-y=0.4",
])("visitors get the transformations that the site uses: %s", (query) => {
  expect(visitorsMayHave(url(query))).toBe(true);
});

test("visitors get the Studio's previews", () => {
  expect(visitorsMayHave(url("w=2000&dpr=2&fit=max&auto=format"))).toBe(true);
  expect(visitorsMayHave(url("dl=picture.png"))).toBe(true);
  expect(visitorsMayHave(url(""))).toBe(true);
});

test.each([
  "w=5000&h=5000&fit=scale",
  "w=5000",
  "w=1500&dpr=3&h=1500",
  "fit=crop&max-w=8000&dpr=3",
  "w=800&fm=avif",
  "w=800&fm=gif",
  "w=800&blur=200",
  "w=800&sharp=100",
  "w=800&sat=50",
  "w=800&invert=true",
  "w=800&or=90",
  "w=800&flip=hv",
  "w=800&bg=8000ff00",
  "w=800&pad=1000",
  "w=800&w=5000",
  "w=NaN",
  "min-w=5000",
  "w=2&h=8190&fit=crop&crop=entropy",
  "w=200&h=200&fit=crop&crop=top,entropy",
])("visitors do not get %s", (query) => {
  expect(visitorsMayHave(url(query))).toBe(false);
});

test.each([
  "rect=3,4,1,9&w=1&h=1&fm=webp&q=1",
  "rect=3,4,200,200&w=17&h=1&fit=crop",
  "rect=3,4,200,200&w=17",
  "rect=3,4,200,200&w=96&h=96&q=7",
  "rect=3,4,200,200&fit=max",
  "rect=3.5,4,200,200&w=200",
  "rect=3900,4,200,200&w=200",
  "rect=&w=200",
])("visitors do not get a crop that the site never shows: %s", (query) => {
  expect(visitorsMayHave(url(query))).toBe(false);
});

describe("however a picture's path is written", () => {
  let lake: ServedLake;
  let name: string;

  beforeAll(async () => {
    lake = await serveLake();
    const png = await quarters(1_600, 900).png().toBuffer();
    name = (await lake.client().assets.upload("image", png)).path.split("/").at(-1) ?? "";
  });
  afterAll(() => lake.close());

  /** The lake's status for a path that is sent as it is: `fetch` would send its canonical form. */
  async function statusOf(path: string): Promise<number | undefined> {
    const { hostname, port } = new URL(lake.url);
    const head = openRequest({ hostname, port, path, method: "HEAD" }).end();
    const [response]: IncomingMessage[] = await once(head, "response");
    return response?.resume().statusCode;
  }

  const mayHave = (path: string, query: string) =>
    visitorsMayHave(new URL(`${path}?${query}`, "http://host"));

  test("a name for the download does not tell its size", async () => {
    for (const vanity of ["x-9000x9000.png", "x-1x1.png", "cover.png", ""]) {
      const path = `/lake/images/local/production/${name}/${vanity}`;
      expect(await statusOf(path), path).toBe(vanity ? 200 : 404);
      expect(mayHave(path, "w=4900&h=4900&fit=scale"), path).toBe(false);
      expect(mayHave(path, "rect=0,0,4000,4000&w=1600"), path).toBe(false);
      expect(mayHave(path, "w=1600&h=900"), path).toBe(true);
      expect(mayHave(path, "rect=800,0,800,900&w=800"), path).toBe(true);
    }
  });

  test("what the lake delivers is not enlarged for visitors", async () => {
    const detour = fc.constantFrom("", "", "", "/", "./", "%2e/", "x/../", "x-9000x9000.png/%2E./");
    const letters = fc.array(fc.boolean(), { maxLength: 60 });
    const vanity = fc.constantFrom(
      ...["", "/", "/x-9000x9000.png", "//x-9000x9000.png", "/x%2Fx-9000x9000.png"],
      ...["%2F-9000x9000.png", "%3F-9000x9000.png", "/x-9000x9000.png/", "/..%2F-9000x9000.png"],
    );
    let delivered = 0;
    await fc.assert(
      fc.asyncProperty(fc.tuple(detour, detour, detour), letters, vanity, async (d, code, end) => {
        const spelled = [...name].map((letter, at) =>
          code[at] ? `%${letter.charCodeAt(0).toString(16)}` : letter,
        );
        const path = `/lake/images/${d[0]}local/${d[1]}production/${d[2]}${spelled.join("")}${end}`;
        if ((await statusOf(path)) !== 200) return;
        delivered += 1;
        expect(mayHave(path, "w=1601&h=901&fit=scale"), path).toBe(false);
        expect(mayHave(path, "rect=0,0,1602,900&w=1600"), path).toBe(false);
      }),
      { numRuns: 500 },
    );
    expect(delivered).toBeGreaterThan(50);
  });
});
