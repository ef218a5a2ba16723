import { expect, test } from "vitest";
import { rankBeginnings, searchPictures } from "./search";

const search = "// findability-mvi:4\n*[";

test("a search looks at the pictures in a text as well, and other queries stay as they are", () => {
  const inText = "pt::text(content) match $t0";
  expect(searchPictures(search + inText)).toBe(
    `${search}${inText} || content[].alt match $t0 || content[].caption match $t0`,
  );
  expect(searchPictures(inText)).toBe(inText);
});

test("words that begin with a searched one count as that one, but not in the name of a type", () => {
  const params = { t0: "secur*", t1: "cloud*", __limit: 15 };
  const hit = {
    _id: "a",
    _type: "post",
    w1: "secureCard",
    w2: "Secure clouds, insecure",
    w3: null,
  };
  expect(rankBeginnings(search, params, [{ ...hit, w13: ["Security"] }])).toEqual([
    { ...hit, w2: "secur cloud, insecure", w13: ["secur"] },
  ]);
  expect(rankBeginnings("*", params, [hit])).toEqual([hit]);
});
