import { expect, test } from "vitest";
import { sitemap } from "./sitemap";

const origin = "https://platen.example";
const june = "2025-06-15T09:00:00Z";
const july = "2025-07-01T09:00:00Z";
const sections = ["homePricing", "homeFeatures", "homeFaq"];

test("every page is listed once, with the date of its last change", () => {
  const { text } = sitemap([{ path: "/", _updatedAt: june, sections }], [], origin);
  expect(text).toContain(`<url><loc>https://platen.example/</loc><lastmod>${june}</lastmod></url>`);
  expect(text).toContain("<url><loc>https://platen.example/sitemap</loc></url>");
  expect(text.match(/<url>/g)).toHaveLength(5);
});

test("archives are listed without a date", () => {
  const { text } = sitemap([], ["/blog/tag/forms"], origin);
  expect(text).toContain(`<url><loc>${origin}/blog/tag/forms</loc></url>`);
});

test("the home page is as new as its newest part", () => {
  const { text } = sitemap([{ path: "/", _updatedAt: june, sections }], [], origin);
  for (const path of ["/pricing", "/features", "/faq"])
    expect(text).toContain(`<url><loc>${origin}${path}</loc><lastmod>${june}</lastmod></url>`);
});

test("a list is as new as the newest page below it", () => {
  const { text } = sitemap(
    [
      { path: "/blog", _updatedAt: june },
      { path: "/blog/a", _updatedAt: july },
      { path: "/", _updatedAt: june },
    ],
    [],
    origin,
  );
  expect(text).toContain(`<loc>${origin}/blog</loc><lastmod>${july}</lastmod>`);
  expect(text).toContain(`<loc>${origin}/</loc><lastmod>${june}</lastmod>`);
});

test("a slug that begins with a slash names no other host", () => {
  const { text } = sitemap([{ path: "//evil.example/l", _updatedAt: june }], [], origin);
  expect(text).toContain(`<loc>${origin}//evil.example/l</loc>`);
});

test("a document without a page is left out, and hostile slugs are escaped", () => {
  const { text } = sitemap(
    [
      { path: null, _updatedAt: june },
      { path: "/blog/</loc>&'\"é", _updatedAt: june },
    ],
    [],
    origin,
  );
  expect(text).toContain("<loc>https://platen.example/blog/%3C/loc%3E&amp;&apos;%22%C3%A9</loc>");
  expect(text.match(/<url>/g)).toHaveLength(2);
});

test("a part of the home page is left out once an editor has removed its section", () => {
  const { text } = sitemap(
    [{ path: "/", _updatedAt: june, sections: ["homePricing"] }],
    [],
    origin,
  );
  expect(text).toContain("/pricing</loc>");
  expect(text).not.toMatch(/\/(?:faq|features)</);
});
