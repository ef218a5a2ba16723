import { expect, test } from "vitest";
import { highlight } from "./highlight.server";

test("a call is coloured by the kinds of its tokens", async () => {
  const code = await highlight({
    language: "sh",
    filename: null,
    code: 'curl -H "Authorization: Bearer $KEY" \\\n  -o bound.pdf\n',
  });
  expect(code?.html).toContain('<span class="tok-function">curl</span>');
  expect(code?.html).toContain("tok-string");
  expect(code?.code).toBe('curl -H "Authorization: Bearer $KEY" \\\n  -o bound.pdf');
});

test("markup inside code stays text", async () => {
  for (const language of ["html", "no-such-language", "text", null]) {
    const code = await highlight({
      language,
      filename: null,
      code: "<script>alert(1 && 2)</script>",
    });
    expect(code?.html.replace(/<\/?span[^>]*>/g, "")).toBe(
      "&lt;script&gt;alert(1 &amp;&amp; 2)&lt;/script&gt;",
    );
  }
});

test("no code is no block", async () => {
  expect(await highlight(null)).toBeNull();
  expect(await highlight({ language: "sh", filename: null, code: "  \n" })).toBeNull();
});
