import type { SanityDocument } from "@sanity/client";
import fc from "fast-check";
import { withSomethingOdd } from "../contract/support/odd-values";
import { studio } from "./support/studio";
import { expect, test } from "./support/test";
import { complaintsOf, open } from "./support/visitor";

const span = { _type: "span", _key: "s", marks: [], text: "Look at the black patch." };
const text = { _type: "block", _key: "t", style: "normal", markDefs: [], children: [span] };
const row = (_key: string, ...cells: string[]) => ({ _type: "tableRow", _key, cells });

/** Each block of an article, as a form saves it. */
const blocks = [
  text,
  { _type: "quote", text: "Ink is patient.", attribution: "Ada", role: "Printer" },
  { _type: "callout", tone: "note", title: "Mind", content: [text] },
  { _type: "code", language: "python", code: "fold(1)" },
  { _type: "table", caption: "Inks", rows: [row("a", "Ink"), row("b", "Cyan")] },
  { _type: "video", url: "https://www.youtube.com/watch?v=dQw4w9WgXcQ", title: "Folding" },
  { _type: "image", alt: "A quoin key", caption: "Tight" },
];

/** A table as Sanity's own editor creates it from Markdown: its cells hold blocks of text. */
const oldTable = {
  _type: "table",
  rows: [{ _type: "row", _key: "a", cells: [{ _type: "cell", _key: "b", value: [text] }] }],
};

/** This many copies of each, every one with something odd in it, and each with its own key. */
const oddCopies = (wholes: readonly object[], copies: number) =>
  wholes
    .flatMap((whole, index) =>
      fc.sample(withSomethingOdd(whole), { numRuns: copies, seed: index + 1 }),
    )
    .map((block, index) => ({ ...block, _key: `odd${index}` }));

test("no preview fails, whatever a script has written into a draft", async ({
  lake,
  // Its fixture allows errors in the console: the Studio's form logs that it cannot compare an
  // object whose `toString` is a text.
  editorPage: page,
}) => {
  test.slow();
  const [post] = await lake.fetch<SanityDocument[]>('*[_type == "post" && defined(image)]');
  const asset = await lake.fetch<string>('*[_type == "sanity.imageAsset"][0]._id');
  const sections = await lake.fetch<object[]>('*[_id == "homePage"][0].sections');
  const pictured = blocks.map((block) =>
    block._type === "image" ? { ...block, asset: { _type: "reference", _ref: asset } } : block,
  );
  const slug = (current: string) => ({ _type: "slug", current });
  await lake.create({
    ...post,
    _id: "drafts.post-odd-blocks",
    _type: "post",
    title: "Odd blocks",
    slug: slug("odd-blocks"),
    content: [{ ...oldTable, _key: "old" }, ...oddCopies(pictured, 25)],
  });
  await lake.create({
    _id: "drafts.page-odd-sections",
    _type: "page",
    title: "Odd sections",
    slug: slug("odd-sections"),
    sections: oddCopies(sections, 6),
  });
  await studio.preview(page, "/blog/odd-blocks");
  const complaints = complaintsOf(page);
  for (const [path, heading] of [
    ["/blog/odd-blocks", "Odd blocks"],
    ["/odd-sections", /./],
  ] as const) {
    const response = await open(page, path);
    expect(response?.status()).toBe(200);
    await expect(page.getByRole("complementary", { name: "Preview" })).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 }).first()).toHaveText(heading);
  }
  expect(complaints).toEqual([]);
});
