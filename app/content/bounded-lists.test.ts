import { expect, test } from "vitest";

const modules = import.meta.glob<Record<string, unknown>>(
  ["./queries/*.ts", "../blocks/*/query.ts", "../blocks/queries.ts", "!./queries/*.test.ts"],
  { eager: true },
);

const queries = Object.entries(modules).flatMap(([file, exports]) =>
  Object.entries(exports).flatMap(([name, value]) =>
    typeof value === "string" && /\*\s*\[/.test(value) ? [{ file, name, query: value }] : [],
  ),
);

/** What follows each `order(…)` of a query. */
const afterOrders = (query: string) =>
  query
    .split(/\|\s*order/)
    .slice(1)
    .map((rest) => rest.slice(closing(rest) + 1).trimStart());

/** The index at which the parenthesis closes that the text begins with. */
function closing(text: string): number {
  let depth = 0;
  for (const [index, character] of [...text].entries()) {
    if (character === "(") depth += 1;
    if (character === ")" && --depth === 0) return index;
  }
  return text.length;
}

test("queries are found", () => {
  expect(queries.length).toBeGreaterThan(20);
});

test.each(queries)("$name of $file reads a bounded number of each list", ({ query }) => {
  for (const rest of afterOrders(query)) expect(rest).toMatch(/^\)?\[/);
});
