import { expect, test } from "vitest";
import { feed, type FeedArticle } from "./feed";
import { feedArticle } from "./feed-article.server";

const origin = "https://platen.example";
const about = { title: "Insights Hub", site: null, origin };
const article: FeedArticle = {
  _updatedAt: "2025-06-01T10:00:00Z",
  title: "Binding",
  slug: "binding",
  excerpt: "How it holds.",
  date: "2025-06-15",
  tags: ["paper"],
  category: "Print",
  authorName: "Ada Example, Engineer",
  html: "<p>Glue &amp; thread.</p>",
};

test("an entry has its URL, dates, author and text", () => {
  const { text } = feed([article], about);
  expect(text).toContain("<id>https://platen.example/blog/binding</id>");
  expect(text).toContain("<published>2025-06-15T00:00:00.000Z</published>");
  expect(text).toContain("<author><name>Ada Example</name></author>");
  expect(text).toContain('<category term="Print"/><category term="paper"/>');
  expect(text).toContain(
    '<content type="html">&lt;p&gt;Glue &amp;amp; thread.&lt;/p&gt;</content>',
  );
});

test("an entry's update date is that of its last change, and never before its publication date", () => {
  const changed = { ...article, _updatedAt: "2025-07-01T10:00:00Z" };
  expect(feed([article], about).text).toContain("<updated>2025-06-15T00:00:00.000Z</updated>");
  expect(feed([article, changed], about).text).toContain("<updated>2025-07-01T10:00:00Z</updated>");
});

test("markup in titles is escaped", () => {
  const evil = "</title><evil/>&\u0000";
  const { text } = feed(
    [{ ...article, title: evil, excerpt: evil, tags: [evil, '"'], authorName: evil, html: evil }],
    { ...about, title: evil },
  );
  expect(text).not.toContain("<evil");
  expect(text).not.toContain("\u0000");
  expect(text).not.toContain('term="""');
});

test("the content is plain HTML with absolute URLs, and hostile parts have no effect", () => {
  const block = (_key: string, text: string, href: string | null = null) => ({
    _key,
    _type: "block" as const,
    style: "normal" as const,
    listItem: null,
    level: null,
    children: [{ _key: `${_key}s`, _type: "span" as const, text, marks: href ? ["l"] : [] }],
    markDefs: href ? [{ _key: "l", _type: "link" as const, href }] : [],
  });
  const images = { baseUrl: "/lake", projectId: "p", dataset: "d" };
  const html = feedArticle(
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
    { origin, images },
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
