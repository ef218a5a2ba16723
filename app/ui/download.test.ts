import { expect, test } from "vitest";
import { downloadOf, fileSize } from "./download";

const source = { baseUrl: "/lake", projectId: "local", dataset: "production" };
const hash = "0123456789abcdef0123456789abcdef01234567";

test("a file has a download URL and says what it is", () => {
  expect(downloadOf(source, { asset: { _id: `file-${hash}-zip`, size: 37_400 } })).toEqual({
    url: `/lake/files/local/production/${hash}.zip?dl=`,
    facts: "ZIP, 37 kB",
  });
});

test("a file of unknown size shows only its type", () => {
  const file = { asset: { _id: `file-${hash}-pdf`, size: null } };
  expect(downloadOf(source, file)).toMatchObject({ facts: "PDF" });
});

test.each([
  ["no field", null],
  ["no file", { asset: null }],
  ["a picture", { asset: { _id: `image-${hash}-10x10-png`, size: 1 } }],
  ["an id that breaks out of the path", { asset: { _id: "file-../../x-zip", size: 1 } }],
])("%s is not a download", (_, file) => {
  expect(downloadOf(source, file)).toBeNull();
});

test.each([
  [1, "1 bytes"],
  [999, "999 bytes"],
  [1_000, "1.0 kB"],
  [9_949, "9.9 kB"],
  [9_950, "10 kB"],
  [999_499, "999 kB"],
  [999_500, "1.0 MB"],
  [52_428_800, "52 MB"],
  [209_715_200, "210 MB"],
  [0, ""],
  [-1, ""],
  [NaN, ""],
])("%d bytes are shown as %j", (bytes, words) => {
  expect(fileSize(bytes)).toBe(words);
});
