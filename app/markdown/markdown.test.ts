import { describe, expect, test } from "vitest";
import { articleMarkdown } from "./article";
import {
  blocks,
  code,
  codeBlock,
  heading,
  image,
  link,
  md,
  quote,
  strong,
  table,
} from "./markdown";
import { textBlocks } from "./text-blocks";

const origin = "https://platen.example";
const place = { origin, images: { baseUrl: "/lake", projectId: "p", dataset: "d" } };

const span = (text: string, ...marks: string[]) => ({ _key: text, _type: "span", text, marks });
const block = (text: string, changes: object = {}) => ({
  _key: text,
  _type: "block" as const,
  children: [span(text)],
  ...changes,
});
const written = (...content: Parameters<typeof textBlocks>[0]) => textBlocks(content, origin).text;

describe("a text in which Markdown would find something to read", () => {
  test.each([
    ["# No heading", "\\# No heading"],
    ["C# and F#", "C# and F\\#"],
    ["- no point", "\\- no point"],
    ["+ no point", "\\+ no point"],
    ["1. no number", "1\\. no number"],
    ["2025) no number", "2025\\) no number"],
    ["> no quote", "\\> no quote"],
    ["---", "\\---"],
    ["===", "\\==="],
    ["a *b* _c_ `d` ~e~", "a \\*b\\* \\_c\\_ \\`d\\` \\~e\\~"],
    ["[a](javascript:alert(1))", "\\[a\\](javascript:alert(1))"],
    ["<script>alert(1)</script>", "\\<script>alert(1)\\</script>"],
    ["&copy; & &#60;", "\\&copy; & \\&#60;"],
    ["a | b", "a \\| b"],
    ["a \\* b", "a \\\\\\* b"],
    ["Look!", "Look\\!"],
    ["a\n\n# b", "a # b"],
    ["\u0000a\u0007", "a"],
  ])("is escaped: %j", (text, expected) => expect(md`${text}`.text).toBe(expected));

  test.each(["file_id", "1.5 MB", "-5 °C", "a - b", "A & B", "v2.1"])("or not: %s", (text) =>
    expect(md`${text}`.text).toBe(text),
  );
});

// Quadratic work over a text as long as this would take until the test times out.
test.each(["#", " ", "\u00a0", "\t", "\n", "`", "-", "=", "*", "_", "!", "&", "1", "# ", "\n "])(
  "a text of 300,000 times %j is written in linear time",
  (sign) => {
    const text = `x${sign.repeat(300_000)}x`;
    for (const long of [text, text.slice(1), text.slice(0, -1), text.slice(1, -1)]) {
      const lines = [md`${long}`, heading(2, long), code(long), codeBlock(long)];
      for (const { text: line } of lines) expect(line.length).toBeLessThan(1_300_000);
      // Each line end is an element: `withinBounds` leaves few.
      if (!sign.includes("\n"))
        expect(written(block(long), block(long, { style: "h2" })).length).toBeLessThan(2_600_000);
    }
  },
);

test("a heading is one line, even without its last signs", () => {
  expect(heading(2, "a\n# b #").text).toBe("## a # b \\#");
  expect(heading(2, "#").text).toBe("## \\#");
  expect(heading(2, "a ##").text).toBe("## a \\#\\#");
  expect(heading(2, null).text).toBe("");
});

test("code is between more backquotes than it has itself", () => {
  expect(code("a").text).toBe("`a`");
  expect(code("`a``b`").text).toBe("``` `a``b` ```");
  expect(codeBlock("```\n<b>\n```", "sh").text).toBe("````sh\n```\n<b>\n```\n````");
  expect(codeBlock("a", "no word\n```").text).toBe("```\na\n```");
});

test("a link ends where its URL does", () => {
  expect(link("a]", `${origin}/a(b) <c>?x=1&copy;`).text).toBe(
    `[a\\]](${origin}/a%28b%29%20%3cc%3e?x=1\\&copy;)`,
  );
  expect(link("nowhere", null).text).toBe("nowhere");
  expect(image("a ] b", "/a.png").text).toBe("![a \\] b](/a.png)");
});

test("the rows of a table have as many cells as its widest, each on its line", () => {
  expect(table(["A", "B"], [["a | b", "c\nd", "e"], []]).text).toBe(
    "| A | B |  |\n| --- | --- | --- |\n| a \\| b | c d | e |\n|  |  |  |",
  );
});

test("every line of a quote is one", () => {
  expect(quote(blocks("a", strong("b"))).text).toBe("> a\n>\n> **b**");
});

describe("text blocks", () => {
  test("have their marks, with spaces outside", () => {
    const line = block("", {
      children: [
        ...[span("Set "), span("two ", "strong"), span("a_b", "code"), span(" and ")],
        ...[span("more", "l"), span("!"), span("evil", "e")],
      ],
      markDefs: [
        { _key: "l", _type: "link", href: "/docs" },
        { _key: "e", _type: "link", href: "javascript:alert(1)" },
      ],
    });
    expect(written(line)).toBe(`Set **two** \`a_b\` and [more](${origin}/docs)\\!evil`);
  });

  test("keep lists together, and their levels apart", () => {
    const item = (text: string, listItem: string, level: number) =>
      block(text, { listItem, level });
    expect(
      written(
        block("Before"),
        ...[item("a", "number", 1), item("b", "bullet", 2), item("c", "bullet", 2)],
        ...[item("d", "number", 1), item("e", "bullet", 9)],
        block("After"),
      ),
    ).toBe("Before\n\n1. a\n   - b\n   - c\n2. d\n   - e\n\nAfter");
  });

  test("begin no heading, list or code in the middle of a paragraph", () => {
    expect(written(block("    a\n- b\n# c"))).toBe("a  \n\\- b  \n\\# c");
    expect(written(block("a\nb", { listItem: "bullet" }))).toBe("- a  \n  b");
    expect(written(block("a\nb", { style: "h2" }))).toBe("## a b");
  });

  test("without text are left out", () => {
    expect(written(block(" "), { _key: "x", _type: "block" }, block("a"))).toBe("a");
  });
});

test("an article has its pictures, tables, callouts, quotes, code and videos", () => {
  const asset = { _id: "image-abc-2400x1600-png", metadata: null };
  const article = articleMarkdown(
    [
      {
        _key: "i",
        _type: "image",
        alt: "A [press]",
        caption: "In 1905",
        hotspot: null,
        crop: null,
        asset,
      },
      {
        _key: "j",
        _type: "image",
        alt: null,
        caption: "Lost",
        hotspot: null,
        crop: null,
        asset: null,
      },
      {
        ...{ _key: "t", _type: "table", caption: "Sizes" },
        rows: [
          { _key: "1", cells: ["Name", "Size"] },
          { _key: "2", cells: ["A4", "210 × 297"] },
          { _key: "3", cells: ["", ""] },
        ],
      },
      { _key: "c", _type: "callout", tone: "warning", title: null, content: [] },
      { _key: "q", _type: "quote", text: "Type is saying things.", attribution: "Ada", role: null },
      { _key: "s", _type: "code", language: "sh", filename: "a.sh", code: "curl a < b" },
      { _key: "v", _type: "video", title: "Watch", url: "https://video.example/1" },
      { _key: "w", _type: "video", title: "Never", url: "javascript:alert(1)" },
    ],
    place,
  );
  expect(article.text.split("\n\n")).toEqual([
    `![A \\[press\\]](${origin}/lake/images/p/d/abc-2400x1600.png?w=1200\\&fm=jpg)`,
    "In 1905",
    "| Name | Size |\n| --- | --- |\n| A4 | 210 × 297 |",
    "Sizes",
    "> **Warning**",
    "> Type is saying things.\n>\n> — Ada",
    "`a.sh`",
    "```sh\ncurl a < b\n```",
    "[Watch](https://video.example/1)",
  ]);
});
