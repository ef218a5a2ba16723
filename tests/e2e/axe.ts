import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** Holds the page, as it stands, against the rules of axe. */
export async function expectNoAxeViolations(page: Page) {
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
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(", ")}`),
  ).toEqual([]);
}
