import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { drawingNames } from "../../../schemas/fields/drawing";
import { drawings } from "./drawings";

// After a change of a drawing: npx vitest run app/ui/operations --update
test("operations.svg has a symbol of each drawing", async () => {
  const symbols = drawingNames.map((name) => {
    const { before, after } = drawings[name];
    return renderToStaticMarkup(
      <symbol id={name} viewBox="0 0 96 56">
        {before}
        <path d="M44 28h7" stroke="var(--color-paper-3)" strokeWidth={1.2} />
        <path d="M50 25l4 3-4 3z" fill="var(--color-paper-3)" />
        {after}
      </symbol>,
    );
  });
  const sprite = `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join("\n")}\n</svg>\n`;
  await expect(sprite).toMatchFileSnapshot("operations.svg");
});
