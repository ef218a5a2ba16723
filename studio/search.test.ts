import { expect, test } from "vitest";
import { z } from "zod";
import { rankBeginnings, searchPictures } from "./search";

const search = "// findability-mvi:4\n*[";

test("a search looks at the pictures in a text as well, and other queries stay as they are", () => {
  const inText = "pt::text(content) match $t0";
  expect(searchPictures(search + inText)).toBe(
    `${search}${inText} || content[].alt match $t0 || content[].caption match $t0`,
  );
  expect(searchPictures(inText)).toBe(inText);
});

test("words that begin with a searched one count as that one, titles before all else", () => {
  const query = `${search}_type == "post" => { "w0": _id,"w1": _type,"w2": title,"w3": excerpt }`;
  const params = { t0: "secur*", t1: "cloud*", __limit: 15 };
  const hit = { _id: "a", _type: "post", w1: "secureCard", w3: null };
  const [title, ...texts] = ["Secure clouds, insecure", "Security", ["Clouds"]];
  const [ranked] = z
    .array(z.record(z.string(), z.unknown()))
    .parse(rankBeginnings(query, params, [{ ...hit, w2: title, w4: texts[0], w5: texts[1] }]));
  expect(ranked).toMatchObject({ ...hit, w2: "secur cloud, insecure" });
  expect(ranked?.["w4"]).toEqual(["secur", expect.stringMatching(/^(?:\w+ ){59}\w+$/)]);
  expect(ranked?.["w5"]).toEqual([["cloud"], expect.any(String)]);
  expect(rankBeginnings("*", params, [hit])).toEqual([hit]);
});
