import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { DateTime, PastTime } from "./date-time";

const say = (element: Parameters<typeof renderToStaticMarkup>[0]) =>
  renderToStaticMarkup(element)
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim();

test("a recent time is said in words, with the exact time in view and not in a tooltip alone", () => {
  const at = new Date(Date.now() - 5 * 60_000);
  expect(say(<PastTime at={at} />)).toBe(`5 minutes ago ${say(<DateTime at={at} />)}`);
});

test("an old time is said once", () => {
  expect(say(<PastTime at="2020-03-04T05:06:07Z" />)).toBe("Mar 4, 2020, 05:06");
});

test("no time is a dash", () => {
  expect(say(<PastTime at={null} />)).toBe("—");
});
