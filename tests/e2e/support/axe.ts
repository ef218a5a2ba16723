import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** A violation in an element that we cannot change. */
export interface AxeException {
  rule: string;
  /** Selects the elements, by themselves or by their ancestors. */
  of: string;
}

/** Checks the page in its current state against the rules of axe. */
export async function expectNoAxeViolations(page: Page, exceptions: readonly AxeException[] = []) {
  // An element in motion is judged by its intermediate colors.
  await page.waitForFunction(
    () =>
      document
        .getAnimations()
        .every(
          ({ playState, timeline }) => playState !== "running" || timeline !== document.timeline,
        ),
    null,
    { polling: 50 },
  );
  // None of our pages frames another: skipping the merge of frame results halves the time.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ rules: { "target-size": { enabled: true } } })
    .analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => ({ rule: id, element: target.join(" ") })),
  );
  const isExcepted = await page.evaluate(
    ({ found, exceptions }) =>
      found.map(({ rule, element }) =>
        exceptions.some(
          (one) => one.rule === rule && document.querySelector(element)?.closest(one.of),
        ),
      ),
    { found, exceptions },
  );
  expect(
    found.flatMap(({ rule, element }, index) => (isExcepted[index] ? [] : `${rule}: ${element}`)),
  ).toEqual([]);
}
