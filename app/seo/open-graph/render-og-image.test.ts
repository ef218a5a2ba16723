import sharp from "sharp";
import { expect, test } from "vitest";
import { pageOfPicture, ogImageUrl, versionOf } from "./og-image-url";
import { drawPicture } from "./render-og-image.server";

const text = {
  title: "Optimizing PDF workflows for enterprise",
  description:
    "What we learned when a customer sent a whole year of invoices at once, in one night.",
  brand: "Platen",
};

test("a picture has the size that link previews require, and few bytes", async () => {
  const png = await drawPicture(text);
  const { width, height, format } = await sharp(png).metadata();
  expect({ width, height, format }).toEqual({ width: 1200, height: 630, format: "png" });
  expect(png.length).toBeLessThan(100_000);
});

test.each([
  ["very long words", { ...text, title: "Rindfleischetikettierung".repeat(12) }],
  ["no description", { ...text, description: "" }],
  ["other scripts", { ...text, title: "Ελληνικά 日本語 🙂 č ő" }],
  ["markup", { ...text, title: "</svg><script>&amp;" }],
])("%s can be rendered", async (_name, drawn) => {
  expect((await sharp(await drawPicture(drawn)).metadata()).format).toBe("png");
});

test("the title's text is in the picture", async () => {
  const [one, other] = await Promise.all([
    drawPicture(text),
    drawPicture({ ...text, title: "Another title" }),
  ]);
  expect(one.equals(other)).toBe(false);
  expect(one.equals(await drawPicture(text))).toBe(true);
});

test("the URL names the page, and changes with the picture's text", () => {
  for (const path of ["/", "/blog", "/blog/a-post"]) {
    const { pathname, searchParams } = new URL(ogImageUrl(path, "sig", text), "http://host");
    expect(pageOfPicture(pathname)).toBe(path);
    expect(searchParams.get("v")).toBe(versionOf(text));
  }
  expect(versionOf({ ...text, title: "Other" })).not.toBe(versionOf(text));
  expect(pageOfPicture("/og/")).toBeNull();
  expect(pageOfPicture("/blog.png")).toBeNull();
});
