import { describe, expect, test } from "vitest";
import { atom } from "./atom";
import { articleHtml } from "./article-html.server";
import { articleEntry } from "./article-entry.server";
import { releaseEntry } from "./release-entry";
import { timesOf, type Feed } from "./feed";
import { jsonFeed } from "./json-feed";
import { openingEntry } from "./opening-entry";
import { rss } from "./rss";

const origin = "https://platen.example";
const place = { origin, images: { baseUrl: "/lake", projectId: "p", dataset: "d" } };

const block = (_key: string, text: string, href: string | null = null) => ({
  _key,
  _type: "block" as const,
  style: "normal" as const,
  listItem: null,
  level: null,
  children: [{ _key: `${_key}s`, _type: "span" as const, text, marks: href ? ["l"] : [] }],
  markDefs: href ? [{ _key: "l", _type: "link" as const, href }] : [],
});

const article = {
  _updatedAt: "2025-06-01T10:00:00Z",
  title: "Binding",
  slug: "binding",
  excerpt: "How it holds.",
  date: "2025-06-15",
  tags: ["paper"],
  category: "Print",
  authorName: "Ada Example, Engineer",
  content: [block("a", "Glue & thread.")],
};

const feedOf = (...articles: (typeof article)[]): Feed => ({
  title: "Insights Hub",
  description: null,
  pageUrl: `${origin}/blog`,
  selfUrl: `${origin}/feed.xml`,
  siteName: "Platen",
  iconUrl: `${origin}/icon-512.png`,
  entries: articles.map((each) => articleEntry(each, place)),
});

describe("an entry of the Atom feed", () => {
  test("has its URL, dates, author and text", () => {
    const { text } = atom(feedOf(article));
    expect(text).toContain("<id>https://platen.example/blog/binding</id>");
    expect(text).toContain("<published>2025-06-15T00:00:00.000Z</published>");
    expect(text).toContain("<author><name>Ada Example</name></author>");
    expect(text).toContain('<category term="Print"/><category term="paper"/>');
    expect(text).toContain(
      '<content type="html">&lt;p&gt;Glue &amp;amp; thread.&lt;/p&gt;</content>',
    );
  });

  test("has the date of its last change, and never one before its publication", () => {
    const changed = { ...article, _updatedAt: "2025-07-01T10:00:00Z" };
    expect(atom(feedOf(article)).text).toContain("<updated>2025-06-15T00:00:00.000Z</updated>");
    expect(atom(feedOf(article, changed)).text).toContain(
      "<updated>2025-07-01T10:00:00.000Z</updated>",
    );
  });
});

test("the Atom feed has what RFC 4287 requires, even without entries", () => {
  const { text } = atom(feedOf());
  for (const element of ["<id>", "<title>", "<updated>1970-01-01T00:00:00.000Z</updated>"])
    expect(text).toContain(element);
  expect(text).toContain("<author><name>Platen</name></author>");
  expect(text).toContain('<link rel="self" type="application/atom+xml"');
});

test("the RSS feed has what RSS 2.0 requires, with dates of RFC 822", () => {
  const { text } = rss(feedOf(article));
  for (const element of ["<title>Insights Hub</title>", `<link>${origin}/blog</link>`])
    expect(text).toContain(element);
  // A channel must have one.
  expect(text).toContain("<description>Insights Hub</description>");
  expect(text).toContain('<guid isPermaLink="true">https://platen.example/blog/binding</guid>');
  expect(text).toContain("<pubDate>Sun, 15 Jun 2025 00:00:00 GMT</pubDate>");
  expect(text).toContain("<lastBuildDate>Sun, 15 Jun 2025 00:00:00 GMT</lastBuildDate>");
  expect(text).toContain("<dc:creator>Ada Example</dc:creator>");
});

test("the JSON feed has what version 1.1 requires, and a text for each item", () => {
  expect(jsonFeed({ ...feedOf(article), selfUrl: `${origin}/feed.json` })).toEqual({
    version: "https://jsonfeed.org/version/1.1",
    title: "Insights Hub",
    home_page_url: `${origin}/blog`,
    feed_url: `${origin}/feed.json`,
    icon: `${origin}/icon-512.png`,
    language: "en",
    authors: [{ name: "Platen" }],
    items: [
      {
        id: `${origin}/blog/binding`,
        url: `${origin}/blog/binding`,
        title: "Binding",
        summary: "How it holds.",
        content_html: "<p>Glue &amp; thread.</p>",
        date_published: "2025-06-15T00:00:00.000Z",
        date_modified: "2025-06-15T00:00:00.000Z",
        authors: [{ name: "Ada Example" }],
        tags: ["Print", "paper"],
      },
    ],
  });
});

test.each([atom, rss])("markup in titles is escaped (%o)", (format) => {
  const evil = "</title><evil/>&\u0000";
  const { text } = format({
    ...feedOf({
      ...article,
      ...{ title: evil, excerpt: evil, tags: [evil, '"'], authorName: evil },
      content: [block("a", evil)],
    }),
    title: evil,
    description: evil,
    siteName: evil,
  });
  expect(text).not.toContain("<evil");
  expect(text).not.toContain("\u0000");
  expect(text).not.toContain('term="""');
});

test("a day that nobody can read, and a year that no format has, count as the last change", () => {
  const changed = "2025-07-01T10:00:00Z";
  for (const date of [null, "soon", "+012025-06-15"])
    expect(timesOf(date, changed).published).toBe("2025-07-01T10:00:00.000Z");
  expect(timesOf(null, "").updated).toBe("1970-01-01T00:00:00.000Z");
});

test("a release is at its anchor, with its changes by type and its markup as text", () => {
  const entry = releaseEntry(
    {
      ...{ _id: "a", _updatedAt: "2025-07-01T10:00:00Z", version: "v2.1", date: "2025-06-15" },
      ...{ type: "Feature Release", icon: "award", title: "Batches", description: "a < b" },
      changes: [
        { _key: "a", type: "Fix", text: "<b>Fixed</b>" },
        { _key: "b", type: "Breaking", text: "Gone" },
      ],
      tags: [],
    },
    origin,
  );
  expect(entry).toMatchObject({
    url: `${origin}/changelog#v2.1`,
    title: "v2.1: Batches",
    html:
      "<p>a &lt; b</p><p><strong>Breaking</strong></p><ul><li>Gone</li></ul>" +
      "<p><strong>Fix</strong></p><ul><li>&lt;b&gt;Fixed&lt;/b&gt;</li></ul>",
  });
});

test("an opening has its place and its lists", () => {
  const entry = openingEntry(
    {
      ...{ _id: "a", id: "swe", _updatedAt: "2025-07-01T10:00:00Z", postedDate: "2025-06-15" },
      ...{ title: "Engineer", type: "Full-time", location: "Remote", department: "Core" },
      ...{ summary: "Build.", responsibilities: ["Write"], qualifications: [], benefits: [] },
    },
    origin,
  );
  expect(entry).toMatchObject({
    url: `${origin}/careers/swe`,
    published: "2025-06-15T00:00:00.000Z",
    html:
      "<p>Core · Remote · Full-time</p><p>Build.</p>" +
      "<p><strong>Responsibilities</strong></p><ul><li>Write</li></ul>",
  });
});

test("the content is plain HTML with absolute URLs, and hostile parts have no effect", () => {
  const html = articleHtml(
    [
      block("a", "Read on", "/security"),
      block("f", "Elsewhere", "/\\evil.example"),
      block("g", "Elsewhere", "//evil.example"),
      block("b", "<script>alert(1)</script>", "javascript:alert(1)"),
      { _key: "v", _type: "video", title: "Watch", url: "javascript:alert(1)" },
      { _key: "w", _type: "video", title: "Watch", url: "https://video.example/1" },
      { _key: "c", _type: "code", language: "sh", filename: null, code: "a < b" },
      { ...block("d", "one"), listItem: "bullet", level: 1 },
      { ...block("e", "two"), listItem: "bullet", level: 1 },
    ],
    place,
  );
  expect(html).toBe(
    '<p><a href="https://platen.example/security">Read on</a></p>' +
      "<p>Elsewhere</p><p>Elsewhere</p>" +
      "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>" +
      '<p><a href="https://video.example/1">Watch</a></p>' +
      "<pre><code>a &lt; b</code></pre>" +
      "<ul><li>one</li><li>two</li></ul>",
  );
});
