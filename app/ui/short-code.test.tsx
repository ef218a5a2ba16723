import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ShortCode } from "./short-code";

const shown = (code: string) => renderToStaticMarkup(<ShortCode code={code} label="Call" />);

test("texts, numbers and words of a short call are colored", () => {
  const html = shown("curl -d '{\"n\": 7}'");
  expect(html).toContain('<span class="tok-keyword">curl</span>');
  expect(html).toContain("tok-string");
});

test("long code stays plain, in a bounded time", () => {
  // Colored, it would take until the test times out.
  expect(shown('"\\'.repeat(500_000))).not.toContain("tok-");
});
