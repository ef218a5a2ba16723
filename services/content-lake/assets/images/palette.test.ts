import sharp from "sharp";
import { expect, test } from "vitest";
import { imagePalette } from "./palette";

const pixelsOf = (svg: string) =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100">${svg}</svg>`),
  )
    .ensureAlpha()
    .raw()
    .toBuffer();

test("the color of most pixels dominates, with its share in percent", async () => {
  const pixels = await pixelsOf(
    '<rect width="100" height="100" fill="#203040"/><rect width="100" height="25" fill="#e01010"/>',
  );
  const { dominant, vibrant } = imagePalette(pixels);
  expect(dominant).toEqual({
    _type: "sanity.imagePaletteSwatch",
    background: "#203040",
    foreground: "#fff",
    title: "#fff",
    population: 75,
  });
  expect(vibrant.background).toBe("#e01010");
  expect(vibrant.population).toBe(25);
});

test("text on a light color is black", async () => {
  const { dominant } = imagePalette(await pixelsOf('<rect width="100" height="100" fill="#fe8"/>'));
  expect(dominant).toMatchObject({ foreground: "#000", title: "#000" });
});

test("a swatch that the picture lacks is derived from the dominant hue, with no population", async () => {
  const { darkMuted } = imagePalette(
    await pixelsOf('<rect width="100" height="100" fill="#ff0000"/>'),
  );
  expect(darkMuted.population).toBe(0);
  expect(darkMuted.background).toMatch(/^#[0-9a-f]{6}$/);
});

test("a fully transparent picture still has a palette", () => {
  const { dominant } = imagePalette(new Uint8Array(400));
  expect(dominant.background).toBe("#ffffff");
  expect(dominant.population).toBe(0);
});
