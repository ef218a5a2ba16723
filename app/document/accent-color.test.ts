import fc from "fast-check";
import { expect, test } from "vitest";
import { accentVariables, contrast } from "./accent-color";

const rgb = (hex: string) =>
  [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)) as [number, number, number];

/** The shade for the dark theme, that for light sections, and the ink on the former. */
function shadesOf(color: string) {
  const variables = Object.entries(accentVariables(color) ?? {});
  const [accent = "", ink = "", onPaper = ""] = variables.map(([, value]) => String(value));
  return { accent, ink, onPaper };
}

test("a color that can be read everywhere is shown as it is", () => {
  expect(shadesOf("#19C3EE").accent).toBe("#19c3ee");
  expect(shadesOf("#00627a").onPaper).toBe("#00627a");
});

test("a green that is too dark for links on the dark theme becomes lighter, and stays green", () => {
  const [red, green, blue] = rgb(shadesOf("#0a4d24").accent);
  expect(green).toBeGreaterThan(red);
  expect(green).toBeGreaterThan(blue);
});

test("every color can be read on its ground, and the ink on it", () => {
  const color = fc
    .integer({ min: 0, max: 0xffffff })
    .map((n) => `#${n.toString(16).padStart(6, "0")}`);
  fc.assert(
    fc.property(color, (given) => {
      const { accent, ink, onPaper } = shadesOf(given);
      expect(contrast(rgb(accent), rgb("#1a202b"))).toBeGreaterThanOrEqual(4.5);
      expect(contrast(rgb(ink), rgb(accent))).toBeGreaterThanOrEqual(4.5);
      expect(contrast(rgb(onPaper), rgb("#f5f2eb"))).toBeGreaterThanOrEqual(4.5);
    }),
  );
});

test.each([null, undefined, "", "red", "#12345", "#19c3ee;background:red"])(
  "%j leaves the theme's own color",
  (color) => expect(accentVariables(color)).toBeUndefined(),
);
