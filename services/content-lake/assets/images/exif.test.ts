import { expect, test } from "vitest";
import { exifTags } from "./exif";

/** A directory of this many entries, each of which names the whole directory as its value. */
function bomb(entries: number): Buffer {
  const bytes = Buffer.alloc(8 + 2 + entries * 12 + 4);
  bytes.write("II*\0", 0, "latin1");
  bytes.writeUInt32LE(8, 4);
  bytes.writeUInt16LE(entries, 8);
  for (let index = 0; index < entries; index++) {
    const at = 10 + index * 12;
    bytes.writeUInt16LE(index + 1, at);
    bytes.writeUInt16LE(1, at + 2);
    bytes.writeUInt32LE(bytes.length, at + 4);
  }
  return bytes;
}

test("a few kilobytes that announce gigabytes of values are ignored", () => {
  expect(exifTags(bomb(5_400))).toEqual({});
});

test("values that no document needs are left out", () => {
  const { image = {} } = exifTags(bomb(2));
  expect(Object.values(image)).toEqual(["sanity.imageExifTags"]);
});

test.each([
  ["nothing", undefined],
  ["too much data", Buffer.alloc(70_000)],
  ["no tags", Buffer.from("hello")],
  ["truncated tags", Buffer.from("II*\0\x08\0\0\0\x05\0", "latin1")],
])("%s has no EXIF", (_, bytes) => {
  expect(exifTags(bytes).exif).toBeUndefined();
});
