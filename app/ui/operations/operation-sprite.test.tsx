import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { drawingNames, type DrawingName } from "../../../schemas/fields/drawing";
import { drawings } from "./drawings";

const arrow = (
  <>
    <path d="M44 28h7" stroke="var(--color-faint)" strokeWidth={1.2} />
    <path d="M50 25l4 3-4 3z" fill="var(--color-faint)" />
  </>
);

/** A drawing as SVG: whole, without what moves, and that alone. */
function partsOf(name: DrawingName) {
  const { before, after } = drawings[name];
  const whole = renderToStaticMarkup(
    <>
      {before}
      {arrow}
      {after}
    </>,
  );
  let [still, moving, rest] = ["", "", whole];
  for (let start = 0; (start = rest.indexOf('<g class="moving">')) >= 0;) {
    // The group may hold others.
    let depth = 0;
    let end = start;
    for (const tag of rest.slice(start).matchAll(/<g\b|<\/g>/g)) {
      depth += tag[0] === "</g>" ? -1 : 1;
      end = start + tag.index + "</g>".length;
      if (depth === 0) break;
    }
    still += rest.slice(0, start);
    moving += rest.slice(start, end);
    rest = rest.slice(end);
  }
  return { whole, still: still + rest, moving };
}

const symbol = (id: string, svg: string) =>
  `<symbol id="${id}" viewBox="0 0 96 56">${svg}</symbol>`;

// After a change of a drawing: npx vitest run app/ui/operations --update
test("operations.svg has each drawing whole, and in two parts", async () => {
  const symbols = drawingNames.flatMap((name) => {
    const { whole, still, moving } = partsOf(name);
    expect(moving, name).not.toBe("");
    return [symbol(name, whole), symbol(`${name}-still`, still), symbol(`${name}-moving`, moving)];
  });
  const sprite = `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join("\n")}\n</svg>\n`;
  await expect(sprite).toMatchFileSnapshot("operations.svg");
});
