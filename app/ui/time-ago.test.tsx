import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { TimeAgo, timeAgo } from "./time-ago";

const now = new Date("2026-11-30T12:00:00Z");
const before = (seconds: number) => timeAgo(new Date(now.getTime() - seconds * 1_000), now);

test.each([
  [0, "just now"],
  [59, "just now"],
  [60, "1 minute ago"],
  [3_599, "59 minutes ago"],
  [3_600, "1 hour ago"],
  [86_399, "23 hours ago"],
  [86_400, "yesterday"],
  [2 * 86_400, "2 days ago"],
  [30.9 * 86_400, "30 days ago"],
  [31 * 86_400, "Oct 30, 2026"],
])("%d seconds ago is written as %s", (seconds, words) => {
  expect(before(seconds)).toBe(words);
});

test("a clock that is a little ahead makes no difference, a time to come is written in full", () => {
  expect(before(-30)).toBe("just now");
  expect(before(-120)).toBe("Nov 30, 2026, 12:02 UTC");
});

test("the exact time is there for machines, and for those who point at it", () => {
  const html = renderToStaticMarkup(<TimeAgo at="2020-01-02T03:04:05Z" />);
  expect(html).toContain('dateTime="2020-01-02T03:04:05.000Z"');
  expect(html).toContain('title="Jan 2, 2020, 03:04 UTC"');
  expect(renderToStaticMarkup(<TimeAgo at={null} />)).toBe("—");
});
