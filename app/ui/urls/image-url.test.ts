import { createImageUrlBuilder } from "@sanity/image-url";
import { expect, test } from "vitest";
import { previewImageUrl, sizedImage } from "./image-url";

const source = { baseUrl: "https://cdn.sanity.io", projectId: "platen", dataset: "production" };
const asset = { _id: "image-abc123-2000x1500-png" };

const crops = [
  undefined,
  { top: 0.1, bottom: 0.2, left: 0.05, right: 0.15 },
  { top: 0, bottom: 0.5, left: 0, right: 0 },
];
const hotspots = [
  undefined,
  { x: 0.5, y: 0.5, width: 0.2, height: 0.2 },
  { x: 0.1, y: 0.9, width: 0.2, height: 0.2 },
  { x: 0.95, y: 0.05, width: 0.1, height: 0.1 },
];
const sizes = [
  { width: 800 },
  { width: 800, height: 450 },
  { width: 300, height: 900 },
  { width: 96, height: 96 },
];

test("URLs match those of @sanity/image-url", () => {
  for (const crop of crops) {
    for (const hotspot of hotspots) {
      for (const { width, height } of sizes) {
        const ours = sizedImage(source, { asset, crop, hotspot })?.url({ width, height });
        let theirs = createImageUrlBuilder(source)
          .image({ asset: { _ref: asset._id }, crop, hotspot })
          .width(width)
          .auto("format");
        if (height) theirs = theirs.height(height).fit("crop");
        expect(parts(ours), JSON.stringify({ crop, hotspot, width, height })).toEqual(
          parts(theirs.url()),
        );
      }
    }
  }
});

test("an incomplete hotspot and an impossible crop do no harm", () => {
  const image = { asset, hotspot: { x: 0.2 }, crop: { left: 0.7, right: 0.6 } };
  expect(sizedImage(source, image)).toMatchObject({ width: 2000, height: 1500 });
  expect(sizedImage(source, image)?.url({ width: 100, height: 100 })).not.toContain("NaN");
});

test("a cropped picture is never requested wider than its crop", () => {
  const image = { asset, crop: { top: 0, bottom: 0.5, left: 0, right: 0 } };
  expect(sizedImage(source, { asset })?.widthAt(4 / 3)).toBe(2000);
  expect(sizedImage(source, { asset })?.widthAt(1)).toBe(1500);
  expect(sizedImage(source, image)?.widthAt(1)).toBe(750);
});

test("a missing picture has no URL", () => {
  expect(sizedImage(source, null)).toBeNull();
  expect(sizedImage(source, { asset: null })).toBeNull();
  expect(sizedImage(source, { asset: { _id: "file-abc123-pdf" } })).toBeNull();
});

test("link previews get absolute URLs", () => {
  expect(
    previewImageUrl({ ...source, baseUrl: "/lake" }, { asset }, "https://platen.example"),
  ).toMatch(
    /^https:\/\/platen\.example\/lake\/images\/platen\/production\/abc123-2000x1500\.png\?.*w=1200&h=630&fit=crop&fm=jpg$/,
  );
});

function parts(address: string | undefined) {
  const { origin, pathname, searchParams } = new URL(address ?? "");
  return { origin, pathname, parameters: Object.fromEntries(searchParams) };
}
