import { expect, test } from "vitest";
import { serializeJsonLd } from "./json-ld";

test("a title with a closing script tag is escaped", () => {
  const title = "</script><script>alert(1)</script> & more <!-- \u2028";
  const text = serializeJsonLd({ "@type": "Article", headline: title });
  expect(text).not.toMatch(/[<>&\u2028]/);
  expect(JSON.parse(text)).toEqual({
    "@context": "https://schema.org",
    "@type": "Article",
    headline: title,
  });
});

test("unknown values are left out", () => {
  expect(
    JSON.parse(serializeJsonLd({ "@type": "Article", image: null, author: undefined })),
  ).toEqual({ "@context": "https://schema.org", "@type": "Article" });
});
