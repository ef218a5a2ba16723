import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { RichText } from "./rich-text";

test("an unknown part is left out and logged once", () => {
  const log = vi.spyOn(console, "warn").mockImplementation(() => {});
  const blocks = [
    { _key: "a", _type: "hologram" },
    {
      _key: "b",
      _type: "block",
      children: [{ _key: "c", _type: "span", text: "Still here.", marks: [] }],
    },
  ];
  for (let n = 0; n < 3; n += 1) {
    expect(renderToStaticMarkup(<RichText value={blocks} />)).toContain("Still here.");
  }
  expect(log.mock.calls.flat()).toEqual([expect.stringContaining("hologram")]);
  log.mockRestore();
});
