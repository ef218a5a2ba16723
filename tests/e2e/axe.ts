import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** What a rule says of an element that is not ours to change. */
export interface AxeException {
  rule: string;
  /** Selects the elements, themselves or by what is around them. */
  of: string;
}

/** Holds the page, as it stands, against the rules of axe. */
export async function expectNoAxeViolations(page: Page, exceptions: readonly AxeException[] = []) {
  // What is still moving is judged by the colours that it passes through.
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
  // No page of ours frames another: without the page that puts the findings of frames together it takes half the time.
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
