import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** Holds the page, as it stands, against the rules of axe. */
export async function expectNoAxeViolations(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(", ")}`),
  ).toEqual([]);
}
