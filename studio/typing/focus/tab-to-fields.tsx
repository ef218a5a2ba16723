import { useEffect } from "react";
import { definePlugin, type LayoutProps } from "sanity";

/**
 * Tab moves from field to field: the menu that each field has beside its title, each row of a table
 * at its end, the toolbar before a text, and what contains a group of fields, are passed by, and
 * reached with Shift+Tab. What was typed after one Tab went nowhere, and a space in it pressed the
 * button; on the toolbar, Ctrl+A selected the whole page, and not the text that was to be replaced.
 */
export const tabToFields = definePlugin({
  name: "tab-to-fields",
  studio: { components: { layout: TabToFields } },
});

/** Marks a menu of ours that Tab passes by. */
export const passedByTab = { "data-passed-by-tab": "" };

/** The toolbar of a rich text. */
export const toolbar = "[data-testid=pt-editor__toolbar-card]";

const groupOfFields = "[data-ui=Grid] > [data-ui=Stack][tabindex]";

/** A selector of what Tab passes by. */
export const passedByTabSelector = `[data-testid=field-actions-trigger], ${toolbar} button, [data-passed-by-tab], ${groupOfFields}`;

function TabToFields(props: LayoutProps) {
  useEffect(() => {
    document.addEventListener("keydown", passBy, true);
    return () => document.removeEventListener("keydown", passBy, true);
  }, []);
  return props.renderDefault(props);
}

/**
 * Takes them out of the order while the browser moves the focus. Moved on from a menu that had it
 * for a moment, it left the menu's tooltip open, and the next Escape closed that, not the dialog.
 */
function passBy({ key, shiftKey }: KeyboardEvent): void {
  if (key !== "Tab" || shiftKey) return;
  const stops = [...document.querySelectorAll<HTMLElement>(passedByTabSelector)].filter(
    (stop) => stop.tabIndex >= 0 && stop !== document.activeElement,
  );
  for (const stop of stops) stop.tabIndex = -1;
  setTimeout(() => {
    for (const stop of stops) stop.tabIndex = 0;
  });
}
