import fc from "fast-check";
import { expect, test } from "vitest";
import { AssetError } from "../asset-error";
import { asksForChange, readImageParameters } from "./image-parameters";

const read = (query: string) => readImageParameters(new URLSearchParams(query));

test("a URL of @sanity/image-url is parsed", () => {
  const query =
    "rect=54,0,533,400&fp-x=0.25&fp-y=0.75&flip=hv&w=400&h=300&fm=pjpg&or=90&q=60&dpr=2";
  expect(read(query)).toMatchObject({
    rect: { left: 54, top: 0, width: 533, height: 400 },
    focalPoint: { x: 0.25, y: 0.75 },
    flipHorizontal: true,
    flipVertical: true,
    width: 400,
    height: 300,
    format: "jpg",
    orientation: 90,
    quality: 60,
    devicePixelRatio: 2,
  });
});

test("the defaults are those of the published API", () => {
  expect(read("")).toMatchObject({ fit: "clip", quality: 75, devicePixelRatio: 1, invert: false });
});

test("crop takes several edges", () => {
  expect([...read("fit=crop&crop=top,left").crop]).toEqual(["top", "left"]);
});

test.each([
  ["F00", { r: 255, g: 0, b: 0, alpha: 1 }],
  ["ff00", { r: 255, g: 0, b: 0, alpha: 1 }],
  ["336699", { r: 0x33, g: 0x66, b: 0x99, alpha: 1 }],
  ["00336699", { r: 0x33, g: 0x66, b: 0x99, alpha: 0 }],
])("bg=%s is a color", (text, color) => {
  expect(read(`bg=${text}`).background).toEqual(color);
});

test.each([
  "w=0",
  "w=-5",
  "w=1e9",
  "w=abc",
  "h=99999",
  "w=NaN",
  "dpr=9",
  "q=101",
  "fit=stretch",
  "crop=middle",
  "fp-x=2",
  "or=45",
  "flip=x",
  "fm=exe",
  "auto=everything",
  "bg=red",
  "rect=1,2,3",
  "rect=0,0,0,5",
  "rect=0,0,a,5",
  "blur=2001",
  "sharp=-1",
  "pad=100000",
  "frame=2",
])("%s is refused with a 400 that names the parameter", (query) => {
  const name = query.split("=")[0] ?? "";
  expect(() => read(query)).toThrow(AssetError);
  expect(() => read(query)).toThrow(`"${name}"`);
});

test("any query is parsed or refused", () => {
  const names = fc.constantFrom(
    "w",
    "h",
    "rect",
    "fit",
    "crop",
    "fp-x",
    "bg",
    "or",
    "q",
    "pad",
    "fm",
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(names, fc.string())), (pairs) => {
      try {
        readImageParameters(new URLSearchParams(pairs));
      } catch (error) {
        expect(error).toBeInstanceOf(AssetError);
      }
    }),
  );
});

test("unknown parameters are ignored", () => {
  expect(asksForChange(new URLSearchParams("utm_source=x&dl=a.png&auto=format"))).toBe(false);
  expect(asksForChange(new URLSearchParams("w=5"))).toBe(true);
});
