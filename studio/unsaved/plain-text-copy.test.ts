import { expect, test } from "vitest";
import { copyOf } from "./plain-text-copy";

const titles: Record<string, string> = { title: "Title", content: "Body", image: "Picture" };

test("a copy of what is not saved has every text below the title of its field, a paragraph a line", () => {
  const article = {
    _id: "drafts.a",
    _type: "post",
    orderRank: "0|a:",
    title: "Ink",
    image: { _type: "image", alt: "A forme", asset: { _type: "reference", _ref: "image-a" } },
    content: [
      {
        _type: "block",
        _key: "a",
        style: "normal",
        children: [
          { _type: "span", _key: "b", marks: ["strong"], text: "Black " },
          { _type: "span", _key: "c", marks: [], text: "first." },
        ],
      },
      { _type: "table", _key: "d", rows: [{ _key: "e", cells: ["A4", "210 mm"] }] },
    ],
  };
  const other = { _id: "b", _type: "author", name: "Ada", isShown: true, priority: 2 };
  expect(copyOf([article, other], (_type, field) => titles[field] ?? field)).toBe(`Ink

Title:
Ink

Picture:
A forme

Body:
Black first.
A4
210 mm

Ada

name:
Ada

isShown:
true

priority:
2
`);
});
