import fc from "fast-check";
import { expect, test } from "vitest";
import { AssetError } from "../asset-error";
import { layOut } from "./geometry";
import { readImageParameters } from "../transforms/image-parameters";

const source = { width: 1000, height: 500 };

const plan = (query: string, of = source) =>
  layOut(of, readImageParameters(new URLSearchParams(query)));

test.each([
  ["w=200", 200, 100],
  ["h=200", 400, 200],
  ["w=2000", 2000, 1000],
  ["w=300&h=300", 300, 150],
  ["w=300&h=300&fit=clip", 300, 150],
  ["w=300&h=300&fit=max", 300, 150],
  ["w=3000&h=3000&fit=max", 1000, 500],
  ["w=3000&fit=max", 1000, 500],
  ["w=300&h=300&fit=crop", 300, 300],
  ["w=3000&h=3000&fit=crop", 3000, 3000],
  ["w=300&h=300&fit=min", 300, 300],
  ["w=3000&h=3000&fit=min", 500, 500],
  ["w=2000&h=1000&fit=min", 1000, 500],
  ["w=300&h=400&fit=scale", 300, 400],
  ["w=100&dpr=2", 200, 100],
  ["w=100&h=100&fit=crop&dpr=3", 300, 300],
  ["rect=100,100,200,200&w=50", 50, 50],
  ["w=200&or=90", 200, 400],
  ["h=200&fit=crop&max-w=300", 300, 200],
  ["h=200&fit=crop&min-w=900", 900, 200],
  ["w=400&fit=crop&max-h=100", 400, 100],
  ["fit=crop&max-w=500", 500, 500],
])("%s resizes 1000 × 500 to %i × %i", (query, width, height) => {
  expect(plan(query).size).toEqual({ width, height });
});

test.each([
  ["w=300&h=300&fit=fill", { width: 300, height: 150 }, { width: 300, height: 300 }],
  ["w=3000&h=3000&fit=fill", { width: 3000, height: 1500 }, { width: 3000, height: 3000 }],
  ["w=3000&h=3000&fit=fillmax", { width: 1000, height: 500 }, { width: 3000, height: 3000 }],
])("%s adds padding around the picture", (query, size, canvas) => {
  expect(plan(query)).toMatchObject({ size, canvas });
});

test.each([
  ["", 250],
  ["crop=center", 250],
  ["crop=left", 0],
  ["crop=right", 500],
  ["crop=top,right", 500],
  ["crop=focalpoint&fp-x=0.9", 500],
  ["crop=focalpoint&fp-x=0.3", 50],
])("fit=crop with %j crops at %i pixels from the left", (query, left) => {
  const { region } = plan(`w=100&h=100&fit=crop&${query}`);
  expect(region).toEqual({ left, top: 0, width: 500, height: 500 });
});

test("crop edges are those of the rotated picture", () => {
  const { region } = plan("w=100&h=100&fit=crop&crop=top&or=90");
  expect(region).toEqual({ left: 0, top: 0, width: 500, height: 500 });
});

test("a crop stays within rect", () => {
  const { region } = plan("rect=600,100,300,200&w=100&h=100&fit=crop&crop=focalpoint&fp-x=0");
  expect(region).toEqual({ left: 600, top: 100, width: 200, height: 200 });
});

test("a rect beyond an edge is cut, one outside is refused", () => {
  expect(plan("rect=900,400,300,300").region).toEqual({
    left: 900,
    top: 400,
    width: 100,
    height: 100,
  });
  expect(() => plan("rect=1000,0,10,10")).toThrow(AssetError);
});

test("entropy is left to the encoder, but not for a strip that would grow beyond the limits", () => {
  expect(plan("w=300&h=300&fit=crop&crop=entropy").byEntropy).toBe(true);
  const strip = { width: 8000, height: 2 };
  expect(plan("w=1000&h=1000&fit=crop&crop=entropy", strip).byEntropy).toBe(false);
});

test("explicit sizes above the limits are refused, and others are reduced to them", () => {
  expect(() => plan("w=8000&h=8000&fit=scale")).toThrow(AssetError);
  expect(() => plan("w=8000&dpr=3")).toThrow(AssetError);
  expect(() => plan("h=1000", { width: 9000, height: 3 })).toThrow(AssetError);
  const { size } = plan("fm=webp", { width: 12000, height: 6000 });
  expect(size.width * size.height).toBeLessThanOrEqual(25_000_000);
});

test("every layout crops inside the source and has at least one pixel", () => {
  const side = fc.integer({ min: 1, max: 9000 });
  const wish = fc.option(fc.integer({ min: 1, max: 3000 }), { nil: "" });
  const fit = fc.constantFrom("clip", "crop", "fill", "fillmax", "max", "scale", "min");
  const crop = fc.constantFrom("top", "left", "bottom,right", "center", "focalpoint");
  const turn = fc.constantFrom(0, 90, 180, 270);
  fc.assert(
    fc.property(side, side, wish, wish, fit, crop, turn, (width, height, w, h, f, c, or) => {
      let layout: ReturnType<typeof plan>;
      try {
        layout = plan(`w=${w}&h=${h}&fit=${f}&crop=${c}&fp-x=0.2&or=${or}`, { width, height });
      } catch (error) {
        expect(error).toBeInstanceOf(AssetError);
        return;
      }
      const { region, size } = layout;
      expect(region.left).toBeGreaterThanOrEqual(0);
      expect(region.top).toBeGreaterThanOrEqual(0);
      expect(region.left + region.width).toBeLessThanOrEqual(width);
      expect(region.top + region.height).toBeLessThanOrEqual(height);
      expect(Math.min(region.width, region.height, size.width, size.height)).toBeGreaterThan(0);
    }),
  );
});
