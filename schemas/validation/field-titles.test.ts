import { expect, test } from "vitest";
import { fieldTitles } from "./field-titles";

const post = {
  _type: "post",
  image: { alt: "" },
  content: [
    { _type: "block", markDefs: [{ href: "/" }] },
    { _type: "table", rows: [{ _type: "tableRow", cells: ["Size"] }] },
  ],
  tags: ["pdf", ""],
};

test.each([
  ["title", "Title"],
  ["image.alt", "Picture › Alternative text"],
  ["tags[1]", "Tags 2"],
  ["content[1].rows[0].cells[0]", "Body 2 › Rows 1 › Cells 1"],
  ["content[0].markDefs[0].href", "Body 1"],
  ["content[7]", "Body 8"],
  ["gone", "gone"],
  ["gone.too[3].far", "gone"],
])("%s is called %s", (path, titles) => {
  expect(fieldTitles(post, path)).toBe(titles);
});

test("a document of an unknown type has its fields' own names", () => {
  expect(fieldTitles({ _type: "detour" }, "from.where")).toBe("from");
});
