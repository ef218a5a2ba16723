import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { drawingNames, type DrawingName } from "../../../schemas/fields/drawing";
import { drawings } from "./drawings";
import { moves } from "./moves";

const arrow = (
  <>
    <path d="M44 28h7" stroke="var(--color-paper-3)" strokeWidth={1.2} />
    <path d="M50 25l4 3-4 3z" fill="var(--color-paper-3)" />
  </>
);

/** A drawing as SVG, and what of it moves: each part with how. */
function partsOf(name: DrawingName) {
  const { before, after } = drawings[name];
  const whole = renderToStaticMarkup(
    <>
      {before}
      {arrow}
      {after}
    </>,
  );
  const moving: { how: string; svg: string }[] = [];
  let still = "";
  let rest = whole;
  for (
    let start = rest.indexOf('<g class="moves-');
    start >= 0;
    start = rest.indexOf('<g class="moves-')
  ) {
    let depth = 0;
    const tags = /<g\b|<\/g>/g;
    tags.lastIndex = start;
    for (let tag = tags.exec(rest); tag; tag = tags.exec(rest)) {
      depth += tag[0] === "</g>" ? -1 : 1;
      if (depth === 0) break;
    }
    const end = tags.lastIndex;
    const [, how = "", svg = ""] =
      /^<g class="moves-(\w+)">(.*)<\/g>$/.exec(rest.slice(start, end)) ?? [];
    moving.push({ how, svg });
    still += rest.slice(0, start);
    rest = rest.slice(end);
  }
  return { whole, still: still + rest, moving };
}

const symbol = (id: string, svg: string) =>
  `<symbol id="${id}" viewBox="0 0 96 56">${svg}</symbol>`;

// After a change of a drawing: npx vitest run app/ui/operations --update
test("operations.svg has a symbol of each drawing, and of each part that moves", async () => {
  const symbols = drawingNames.flatMap((name) => {
    const { whole, still, moving } = partsOf(name);
    return [
      symbol(name, whole),
      symbol(`${name}-still`, still),
      ...moving.map(({ svg }, part) => symbol(`${name}-${part}`, svg)),
    ];
  });
  const sprite = `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join("\n")}\n</svg>\n`;
  await expect(sprite).toMatchFileSnapshot("operations.svg");
});

test("moves.ts names how each part moves", () => {
  const found = drawingNames.map((name) => [name, partsOf(name).moving.map(({ how }) => how)]);
  expect(Object.fromEntries(found)).toEqual(moves);
});
