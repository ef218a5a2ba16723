import { expect, test } from "vitest";
import { hitsFor, noteHits, rankHits, searchPictures } from "./search";

const search = "// findability-mvi:4\n*[";

test("a search includes the texts of pictures in a body, and other queries are unchanged", () => {
  const inText = "pt::text(content) match $t0";
  expect(searchPictures(search + inText)).toBe(
    `${search}${inText} || content[].alt match $t0 || content[].caption match $t0`,
  );
  expect(searchPictures(inText)).toBe(inText);
});

const query = `${search}_type == "post" => { "w0": _id,"w1": _type,"w2": title,"w3": excerpt },
_type == "author" => { "w0": _id,"w1": _type,"w2": role,"w3": name }`;

/** The ids of hits in their order, for words as the Studio sends them. */
function order(words: string[], hits: { _id: string; _type: string }[]) {
  const params = Object.fromEntries(words.map((word, n) => [`t${n}`, `${word}*`]));
  return rankHits(query, { ...params, __limit: 15 }, hits);
}

const post = (_id: string, w2: string | null, w3: string | null = null) => ({
  ...{ _id, _type: "post", w0: _id, w1: "post", w2, w3 },
});
const author = (_id: string, w2: string, w3: string) => ({
  ...{ _id, _type: "author", w0: _id, w1: "author", w2, w3 },
});
const found = (_id: string, _type = "post") => ({ _id, _type });

test("titles come first, by how much of them was searched for, and words count from their first letters on", () => {
  const hits = [
    post("text", "Ink", "Secure. Secure. Secure."),
    author("role", "Security", "Ada"),
    post("long", "Secure clouds for all"),
    post("inside", "Insecure"),
    post("short", "Security"),
  ];
  expect(order(["secur"], hits)).toEqual([
    found("short"),
    found("long"),
    found("text"),
    found("role", "author"),
    found("inside"),
  ]);
});

test("a title with all of the searched words comes before one with many of one of them", () => {
  const hits = [post("one", "Secure", "A cloud"), post("both", "How clouds are kept secure")];
  expect(order(["secure", "cloud"], hits)).toEqual([found("both"), found("one")]);
});

test("words in quotation marks count where they stand one after the other", () => {
  const hits = [post("apart", "Secure and handled documents"), post("phrase", "A secure document")];
  expect(order(['"secure doc"'], hits)).toEqual([found("phrase"), found("apart")]);
});

test("hits that the lake has sorted, and other queries, stay as they are", () => {
  const hits = [post("a", "Ink"), post("b", "Secure")];
  expect(rankHits(`${search}_type in $__types]`, { t0: "secure*" }, hits)).toBe(hits);
  expect(rankHits("*", { t0: "secure*" }, hits)).toBe(hits);
});

test("the hits for a text are known once its own search has ended, not one of its first letters", () => {
  noteHits(query, { t0: "secure*", t1: "ha*" }, [found("apart")]);
  expect(hitsFor("secure hand")).toBeUndefined();
  noteHits(query, { t0: "secure*", t1: "hand*" }, [found("phrase"), found("apart")]);
  noteHits("*", { t0: "ink*" }, []);
  // A list, and a reference that searches for the same among fewer documents.
  noteHits(query, {}, [found("listed")]);
  noteHits(query, { t0: "secure*", t1: "hand*" }, [found("apart")]);
  expect(hitsFor(" Secure  hand, secure")).toEqual(["apart", "phrase"]);
  noteHits(query, { t0: '"ink press*"' }, []);
  expect(hitsFor('"ink press')).toEqual([]);
});
