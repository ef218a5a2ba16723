import { processorTime } from "@platen/kit";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type * as Highlighting from "./highlight.server";

/*
 * With a module of their own: they use up the processor time that all code has, and the files that
 * are tested next in this thread would have theirs in one color.
 */
let highlight: typeof Highlighting.highlight;

beforeAll(async () => {
  vi.resetModules();
  ({ highlight } = await import("./highlight.server"));
});
afterAll(() => void vi.resetModules());

test("the tokens of a call are colored by kind", async () => {
  const code = await highlight({
    language: "sh",
    filename: null,
    code: 'curl -H "Authorization: Bearer $KEY" \\\n  -o bound.pdf\n',
  });
  expect(code?.html).toContain('<span class="tok-function">curl</span>');
  expect(code?.html).toContain("tok-string");
  expect(code?.code).toBe('curl -H "Authorization: Bearer $KEY" \\\n  -o bound.pdf');
});

test("markup inside code is escaped", async () => {
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

test.each([
  ["a line with quadratic parsing time", "a".repeat(20_000)],
  ["many such lines", `${"a".repeat(499)}\n`.repeat(39)],
  ["spaces before a letter", `${" ".repeat(100_000)}x`],
])("%s is highlighted quickly, and the code after it as before", async (_, code) => {
  const before = processorTime();
  const shown = await highlight({ language: "typescript", filename: null, code });
  const used = processorTime() - before;
  expect(shown?.code).toBe(code.trimEnd());
  expect(shown?.html.replace(/<[^>]*>/g, "")).toBe(code.trimEnd());
  // Milliseconds of processor time: without bounds these take seven to twelve seconds.
  expect(used).toBeLessThan(3_000);
  const next = await highlight({ language: "typescript", filename: null, code: "function f() {}" });
  expect(next?.html).toContain("tok-");
});

test("code in a language that no form offers stays plain, and takes no time", async () => {
  const before = processorTime();
  // Of this grammar 30 digits take three seconds.
  const shown = await highlight({ language: "v", filename: null, code: "1".repeat(44) });
  expect(shown?.html).toBe("1".repeat(44));
  expect(processorTime() - before).toBeLessThan(500);
});

test("empty code gives no block", async () => {
  expect(await highlight(null)).toBeNull();
  expect(await highlight({ language: "sh", filename: null, code: "  \n" })).toBeNull();
});
