import { expect, test } from "vitest";
import { documentIdOf, fileNameOf, parseDocumentId, parseFileName } from "./asset-name";

const sha1 = "0123456789abcdef0123456789abcdef01234567";

test("an image's name survives the round trip through a URL or an id", () => {
  const name = { kind: "image", sha1, width: 640, height: 400, extension: "jpg" } as const;
  expect(fileNameOf(name)).toBe(`${sha1}-640x400.jpg`);
  expect(documentIdOf(name)).toBe(`image-${sha1}-640x400-jpg`);
  expect(parseFileName("image", fileNameOf(name))).toEqual(name);
  expect(parseDocumentId(documentIdOf(name))).toEqual(name);
});

test("a file's name survives the round trip through a URL or an id", () => {
  const name = { kind: "file", sha1, extension: "mp4" } as const;
  expect(parseFileName("file", fileNameOf(name))).toEqual(name);
  expect(parseDocumentId(documentIdOf(name))).toEqual(name);
});

test.each([
  "../../etc/passwd",
  `${sha1}.jpg/../x`,
  `..-${sha1}.pdf`,
  `${sha1}..pdf`,
  `${sha1}-640x400-jpg`,
  `${sha1}-0640x400.jpg`,
  `${sha1.toUpperCase()}-640x400.jpg`,
  `${sha1}.jpg\n`,
  "",
])("%j is not an asset name", (segment) => {
  expect(parseFileName("image", segment)).toBeUndefined();
  expect(parseFileName("file", segment)).toBeUndefined();
});

test("ids of other documents are not asset names", () => {
  for (const id of ["post-1", "image-", `video-${sha1}-mp4`, `image-${sha1}-jpg`, "drafts.image"]) {
    expect(parseDocumentId(id)).toBeUndefined();
  }
});
