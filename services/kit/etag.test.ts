import { expect, test } from "vitest";
import { matchesETag, matchingETag } from "./etag";

test.each(['"a"', 'W/"a"', '"b", "a"', '"b",W/"a" ,"c"', "*"])(
  "If-None-Match: %s names the version with the tag a",
  (condition) => expect(matchesETag(condition, '"a"')).toBe(true),
);

test.each([undefined, null, "", '"b"', 'W/"b"', "a", '"A"', '"a', `"a"${", ".repeat(500)}`])(
  "If-None-Match: %s does not",
  (condition) => expect(matchesETag(condition, '"a"')).toBe(false),
);

const isOfPage = (tag: string) => tag.startsWith('"page');

test.each([
  ['"other", "page-br", "page"', '"page-br"'],
  ['W/"page-gzip"', '"page-gzip"'],
  ["*", "*"],
  ['"other"', null],
  [`"page"${", ".repeat(500)}`, null],
])("a resource with several tags is known by If-None-Match: %s as %s", (condition, known) =>
  expect(matchingETag(condition, isOfPage)).toBe(known),
);
