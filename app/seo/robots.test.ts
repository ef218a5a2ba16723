import { expect, test } from "vitest";
import { robotsText } from "./robots";

const origin = "https://platen.example";

test("crawlers of AI companies may read what all others may", () => {
  const text = robotsText({ allowsAi: true, origin });
  expect(text.match(/User-agent: .*/g)).toEqual(["User-agent: *"]);
  expect(text).not.toContain("Disallow: /\n");
});

test("where the settings keep them out, they are named before the rules for all others", () => {
  const [named, others] = robotsText({ allowsAi: false, origin }).split("\n\n");
  expect(named).toMatch(/^User-agent: GPTBot$/m);
  expect(named).toMatch(/\nDisallow: \/$/);
  expect(others).toMatch(/^User-agent: \*\n/);
  expect(others).not.toMatch(/^Disallow: \/$/m);
});
