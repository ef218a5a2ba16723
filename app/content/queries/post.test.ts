import { describe, expect, test } from "vitest";
import { countWords } from "../../../schemas/validation/reading-time";
import { feedQuery, postListQuery, postQuery, relatedPostsQuery, topicsQuery } from "./post";
import { ask, now, type Document, type parameters } from "../testing/ask";

describe("an article", () => {
  const author = { _id: "author-a", _type: "author", name: "Ada Example", role: "Engineer" };
  const category = {
    _id: "category-a",
    _type: "category",
    title: "Guides",
    slug: { current: "g" },
  };
  const asset = {
    _id: "image-a",
    _type: "sanity.imageAsset",
    url: "https://images.example/a.png",
    metadata: { lqip: "data:,", dimensions: { width: 4, height: 3, aspectRatio: 4 / 3 } },
    size: 12,
  };
  const post = (name: string, more: Document = {}): Document => ({
    _id: `post-${name}`,
    _type: "post",
    title: `Title ${name}`,
    slug: { current: name },
    excerpt: "About forms",
    date: "2025-01-01",
    tags: ["OCR", "Forms"],
    category: { _ref: "category-a" },
    author: { _ref: "author-a" },
    image: { alt: "A press", asset: { _ref: "image-a" } },
    content: [
      { _key: "1", _type: "block", children: [{ _type: "span", text: "One two three" }] },
      { _key: "2", _type: "code", code: "not counted", language: "sh" },
    ],
    ...more,
  });
  const lake = (...posts: Document[]) => [author, category, asset, ...posts];

  test("has its author, category, picture and word count", async () => {
    expect(await ask(postQuery, lake(post("a")))).toMatchObject({
      title: "Title a",
      category: { title: "Guides", slug: "g" },
      author: { name: "Ada Example", role: "Engineer", image: null },
      image: { alt: "A press", asset: { _id: asset._id, metadata: { lqip: "data:," } } },
      wordCount: 3,
      likes: 0,
      comments: 0,
      content: [{ _type: "block" }, { _type: "code", code: "not counted", language: "sh" }],
    });
  });

  test("counts words across paragraphs, line breaks and repeated spaces, as the Studio does", async () => {
    const paragraph = (key: string, ...texts: string[]) => ({
      _key: key,
      _type: "block",
      children: texts.map((text) => ({ _type: "span", text })),
    });
    const content = [paragraph("1", "One two", "\nthree"), paragraph("2", "four  five ")];
    expect(await ask(postQuery, lake(post("a", { content })))).toMatchObject({
      wordCount: countWords(content),
    });
    expect(countWords(content)).toBe(5);
  });

  test("does not expose unrequested fields of the picture's file", async () => {
    expect(JSON.stringify(await ask(postQuery, lake(post("a"))))).not.toContain("size");
  });

  test("keeps the legacy author's name", async () => {
    const legacy = post("a", { author: undefined, legacyAuthor: "Bo Example, Editor" });
    expect(await ask(postQuery, lake(legacy))).toMatchObject({
      authorName: "Bo Example, Editor",
      author: { name: "Bo Example, Editor", role: null },
    });
  });

  test("may refer to a deleted author, category or picture", async () => {
    expect(await ask(postQuery, [post("a")])).toMatchObject({
      category: null,
      author: { name: null },
      image: { alt: "A press", asset: null },
    });
  });

  test.each([
    ["has no window", {}, true],
    ["appears later", { publishAt: "2025-09-01T12:00:01Z" }, false],
    ["appeared just now", { publishAt: now }, true],
    ["has disappeared", { unpublishAt: now }, false],
    ["disappears later", { unpublishAt: "2025-09-01T12:00:01Z" }, true],
    ["appeared in another time zone", { publishAt: "2025-09-01T14:00:00+02:00" }, true],
  ])("that %s is visible or not: %j", async (_, window, shown) => {
    const lakeWithWindow = lake(post("a", window));
    expect(await ask(postListQuery, lakeWithWindow)).toMatchObject({ total: shown ? 1 : 0 });
    expect(Boolean(await ask(postQuery, lakeWithWindow))).toBe(shown);
    const tags = shown ? ["OCR", "Forms"] : [];
    expect(await ask(topicsQuery, lakeWithWindow)).toMatchObject({ tags });
  });

  test.each([
    ["part of a word of the title", "ITLE", 2],
    ["part of the excerpt", "t form", 2],
    ["a tag in another case", "ocr", 1],
    ["no match", "zebra", 0],
    ["characters with a meaning in patterns", "*[", 0],
  ])("is found by %s", async (_, search, total) => {
    const two = lake(post("a"), post("b", { tags: undefined }));
    expect(await ask(postListQuery, two, { search })).toMatchObject({ total });
  });

  test("is listed newest first, by page and by category", async () => {
    const three = lake(
      post("a", { date: "2025-01-01" }),
      post("b", { date: "2025-03-01" }),
      post("c", { date: "2025-02-01", category: undefined }),
    );
    const slugs = async (changed: Partial<typeof parameters>) =>
      JSON.stringify(await ask(postListQuery, three, changed))
        .match(/"slug":"[abc]"/g)
        ?.join();
    expect(await slugs({})).toBe('"slug":"b","slug":"c","slug":"a"');
    expect(await slugs({ from: 1, to: 2 })).toBe('"slug":"c"');
    expect(await slugs({ category: "g" })).toBe('"slug":"b","slug":"a"');
  });

  test("is in the archives of its category and of its tags, whole, and in their feeds", async () => {
    const three = lake(
      post("a"),
      post("b", { tags: ["Form", "forms"], category: undefined }),
      post("c", { tags: undefined, category: undefined }),
    );
    const found = async (changed: Partial<typeof parameters>) => {
      const listed = await ask(postListQuery, three, changed);
      const fed = await ask(feedQuery, three, changed);
      expect(fed.map(({ slug }) => slug)).toEqual(listed.posts.map(({ slug }) => slug));
      return listed.posts.map(({ slug }) => slug);
    };
    expect(await found({ tags: ["Forms"] })).toEqual(["a"]);
    expect(await found({ tags: ["Forms", "forms"] })).toEqual(["a", "b"]);
    expect(await found({ tags: ["form"] })).toEqual([]);
    expect(await found({ category: "g" })).toEqual(["a"]);
    expect(await found({})).toEqual(["a", "b", "c"]);
  });

  test("is one of the three newest of its category, or is shown with them", async () => {
    const others = ["b", "c", "d"].map((name) => post(name));
    const stranger = post("e", { category: { _ref: "category-z" }, date: "2025-12-01" });
    expect(await ask(relatedPostsQuery, lake(post("a"), stranger, ...others))).toMatchObject([
      { slug: "a" },
      { slug: "b" },
      { slug: "c" },
    ]);
  });

  test("twenty tags of an article are shown and searched, however many it has", async () => {
    const tags = Array.from({ length: 30 }, (_, number) => `tag ${number}.`);
    const { posts } = await ask(postListQuery, lake(post("a", { tags })));
    expect(posts[0]?.tags).toEqual(tags.slice(0, 20));
    const found = async (search: string) =>
      (await ask(postListQuery, lake(post("a", { tags })), { search })).total;
    expect([await found("tag 19."), await found("tag 20.")]).toEqual([1, 0]);
  });
});
