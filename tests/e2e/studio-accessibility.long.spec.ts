import { expectNoAxeViolations, type AxeException } from "./axe";
import { studio } from "./studio";
import { expect, test } from "./test";

/** What axe finds in Sanity's own frame, which we cannot change. */
const sanityFrame: AxeException[] = [
  // The links to its tools, and the lists of its desk.
  { rule: "aria-allowed-attr", of: 'a[data-ui="Button"], [id$="-children"]' },
  { rule: "aria-required-children", of: "ul[aria-label]" },
  { rule: "listitem", of: "li[data-index]" },
  { rule: "nested-interactive", of: '[id*="-item-"]' },
  // The menu of perspectives, and the home link in the corner.
  { rule: "button-name", of: "#releases-menu" },
  { rule: "link-name", of: 'a[href$="/studio"], a[href$="/studio/"]' },
  { rule: "page-has-heading-one", of: "html" },
];

test("the desk passes axe", async ({ adminPage: page }) => {
  test.slow();
  await studio.open(page, "blog");
  await expectNoAxeViolations(page, sanityFrame);
});

test("the Content check passes axe", async ({ adminPage: page }) => {
  test.slow();
  await page.goto("/studio/check");
  await expect(page.getByText("Nothing is wrong.")).toBeVisible();
  await expectNoAxeViolations(page, sanityFrame);
});
