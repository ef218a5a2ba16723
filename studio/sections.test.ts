import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { homeSectionTypes } from "../schemas/blocks";

test.each(homeSectionTypes)("the insert menu has a picture of $name", ({ name }) => {
  const file = fileURLToPath(new URL(`./static/sections/${name}.svg`, import.meta.url));
  expect(existsSync(file)).toBe(true);
});
