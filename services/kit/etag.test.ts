import { expect, test } from "vitest";
import { matchesETag } from "./etag";

test.each(['"a"', 'W/"a"', '"b", "a"', '"b",W/"a" ,"c"', "*"])(
  "If-None-Match: %s names the version with the tag a",
  (condition) => expect(matchesETag(condition, '"a"')).toBe(true),
);

test.each([undefined, null, "", '"b"', 'W/"b"', "a", '"A"', '"a', `"a"${", ".repeat(500)}`])(
  "If-None-Match: %s does not",
  (condition) => expect(matchesETag(condition, '"a"')).toBe(false),
);
