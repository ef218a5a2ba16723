import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { pageKey } from "./cache-key";

function keyOf(
  url: string,
  { method = "GET", headers = {} }: { method?: string; headers?: object } = {},
) {
  const request = Object.assign(new IncomingMessage(new Socket()), { url, method, headers });
  return pageKey(request, ["session", "toast"]);
}

test("a page is cached under its path", () => {
  expect(keyOf("/blog")).toBe("/blog");
  expect(keyOf("/blog", { method: "HEAD" })).toBe("/blog");
});

test("a sign-in by an external account begins with a secret of its visitor: it has no key", () => {
  expect(keyOf("/auth/provider/github")).toBeNull();
  expect(keyOf("/auth/provider/github.data")).toBeNull();
});

test("campaign parameters do not change the key", () => {
  expect(keyOf("/?utm_source=mail&gclid=1")).toBe("/");
});

test("declared parameters change the key, whatever stands before them", () => {
  expect(keyOf("/blog?category=security")).toBe("/blog?category=security");
  expect(keyOf("/blog?utm_source=mail&category=security")).toBe("/blog?category=security");
  expect(keyOf("/contact?subject=sales")).toBe("/contact?subject=sales");
});

test("pages of comments, and replies to one, have their own keys", () => {
  expect(keyOf("/blog/a?comments=2&utm_source=mail")).toBe("/blog/a?comments=2");
  expect(keyOf("/blog/a.data?comments=2")).toBe("/blog/a.data?comments=2");
  expect(keyOf("/blog/a?reply=1")).toBe("/blog/a?reply=1");
  for (const path of ["/blog/a.md", "/blog/feed.xml", "/blog/a/b"])
    expect(keyOf(`${path}?comments=2&reply=1`)).toBe(path);
  expect(keyOf("/blog/a?anything=1")).toBe("/blog/a");
});

test("a program that prefers Markdown gets the twin of a page, where it has one", () => {
  const markdownOf = (url: string) => keyOf(url, { headers: { accept: "text/markdown, */*" } });
  expect(markdownOf("/")).toBe("/index.md");
  expect(markdownOf("/blog")).toBe("/blog.md");
  expect(markdownOf("/docs/merge-pdfs?utm_source=mail")).toBe("/docs/merge-pdfs.md");
  for (const path of [
    ...["/login", "/dashboard", "/feed.xml", "/blog.md", "/blog.data", "/made/up", "/blog/"],
    "/blog?category=security",
  ])
    expect(markdownOf(path)).toBe(path);
});

test("a file that is the same for everyone has its key with a session, too, and a page has none", () => {
  const headers = { cookie: "session=made-up; toast=1" };
  for (const path of ["/feed.xml", "/sitemap.xml", "/llms-full.txt", "/pricing.json", "/blog.md"])
    expect(keyOf(path, { headers })).toBe(path);
  for (const path of ["/feed.xml/", "/llms-full.txt.data", "/blog/tag/a/feed.xml/", "/blog.md/"])
    expect(keyOf(path, { headers })).toBe(path);
  expect(keyOf("/llms-full.txt#a", { headers })).toBe("/llms-full.txt");
  for (const path of ["/", "/blog", "/search", "/made-up.txt"])
    expect(keyOf(path, { headers })).toBeNull();
});

test("a file that is the same for everyone has one key, whatever parameters follow", () => {
  const many = "?%25".concat("&".repeat(25));
  for (const path of ["/feed.xml", "/llms-full.txt", "/blog/tag/a/feed.xml", "/blog/tag/a.md"])
    for (const search of ["?page=2", "?q=a&page=3", many]) expect(keyOf(path + search)).toBe(path);
  expect(keyOf("/blog/tag/a?page=2")).toBeNull();
  expect(keyOf("/blog/tag/a.data?page=2")).toBeNull();
});

test("two thousand undeclared parameters are not parsed, and too long a URL has no key", () => {
  expect(keyOf(`/about?${"a&".repeat(2_000)}`)).toBe("/about");
  expect(keyOf(`/about?${"a".repeat(4_100)}`)).toBeNull();
  expect(keyOf("/about?%5Fdata=root")).toBeNull();
});

test("more than twenty parameters are not parsed where some matter", () => {
  const twenty = "utm_source=a&".repeat(19);
  for (const path of ["/blog", "/login"]) {
    expect(keyOf(`${path}?${twenty}gclid=1`)).toBe(path);
    expect(keyOf(`${path}?${twenty}gclid=1&gclid=1`)).toBeNull();
  }
  expect(keyOf(`/about?${twenty}a=%25&b=1`)).toBe("/about");
});

test.each([
  "/blog?q=anything",
  "/blog?page=3",
  "/docs?q=anything",
  "/search?q=anything",
  "/search.data?kind=page&_routes=routes/search",
  "/login?redirectTo=/dashboard",
  "/setup?token=guess",
  "/about?_data=root",
  "/BLOG?category=api",
  "/__manifest?p=%2Fblog&version=1",
  `/blog?category=${"x".repeat(300)}`,
  `/${"x".repeat(300)}`,
  "/blog?category=a&category=b",
  "/%62log",
  "/blog//",
  "/x/../blog",
  "//blog",
  "http://elsewhere.example/blog",
  "*",
])("unbounded values are not cached: %s", (url) => expect(keyOf(url)).toBeNull());

test.each([
  ["/?x=1", "/"],
  ["/about?x=1&y=2&x=3", "/about"],
  ["/about?tag=api", "/about"],
  ["/blog?made=up&tag=api&category=x", "/blog?category=x"],
  ["/blog/secure-documents?q=x", "/blog/secure-documents"],
  ["/_root.data?_routes=root&x=1", "/_root.data?_routes=root"],
  ["/blog?_routes=made-up", "/blog"],
  ["/login?utm_source=mail", "/login"],
])("undeclared parameters cost nothing: %s", (url, key) => expect(keyOf(url)).toBe(key));

test("personal responses are not cached", () => {
  expect(keyOf("/", { headers: { cookie: "session.0=abc" } })).toBeNull();
  expect(keyOf("/", { headers: { cookie: "theme=x; toast=abc" } })).toBeNull();
  expect(keyOf("/", { method: "POST" })).toBeNull();
  expect(keyOf("/", { headers: { cookie: "_ga=1" } })).toBe("/");
});
