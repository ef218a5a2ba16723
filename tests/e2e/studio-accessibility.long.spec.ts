import { expectNoAxeViolations, type AxeException } from "./support/axe";
import { studio } from "./support/studio";
import { expect, test } from "./support/test";

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
  await expect(page.getByText("Nothing that is published is wrong.")).toBeVisible();
  await expectNoAxeViolations(page, sanityFrame);
});

/** What axe finds in Sanity's form, which we cannot change either. */
const sanityForm: AxeException[] = [
  // Buttons of a toolbar that collapses have aria-selected or aria-expanded without the role for
  // it.
  { rule: "aria-allowed-attr", of: '[data-testid="field-content"] button' },
  // Its editors of text and code are named by the label beside them only to the eye.
  { rule: "aria-input-field-name", of: ".pt-editable, .cm-content" },
  // Tabs name panels that are not rendered.
  { rule: "aria-valid-attr-value", of: '[role="tab"]' },
  // Buttons with an icon and a tooltip, which is not a name; and the link that closes a form.
  { rule: "button-name", of: 'button[data-ui="Button"], button[data-ui="MenuButton"]' },
  { rule: "link-name", of: 'a[data-ui="Button"]' },
  // The menus of blocks in a text come first in the order of Tab.
  { rule: "tabindex", of: 'button[aria-label="Open menu"]' },
  // The field of tags has a title only.
  { rule: "label", of: "#tags" },
  { rule: "label-title-only", of: "#tags" },
];

test("the form of an article passes axe", async ({ adminPage: page }) => {
  test.slow();
  await studio.open(page, "blog;post;post-secure-document-handling-in-the-cloud");
  await expect(studio.field(page, "Title")).toBeEditable();
  await studio.writeBody(page, "");
  await expectNoAxeViolations(page, [...sanityFrame, ...sanityForm]);
});
