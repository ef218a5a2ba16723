import { useEffect } from "react";
import { definePlugin, type LayoutProps } from "sanity";

/**
 * Tab moves from field to field: the menu that each field has beside its title, each row of a table
 * at its end, and the button before a text that expands it, are passed by, and reached with
 * Shift+Tab. What was typed after one Tab went nowhere, and a space in it pressed the button.
 */
export const tabToFields = definePlugin({
  name: "tab-to-fields",
  studio: { components: { layout: TabToFields } },
});

/** Marks a menu of ours that Tab passes by. */
export const passedByTab = { "data-passed-by-tab": "" };

const passed =
  "[data-testid=field-actions-trigger], [data-testid=fullscreen-button-expand], [data-passed-by-tab]";

function TabToFields(props: LayoutProps) {
  useEffect(() => {
    document.addEventListener("keydown", passButtons, true);
    return () => document.removeEventListener("keydown", passButtons, true);
  }, []);
  return props.renderDefault(props);
}

/**
 * Takes the buttons out of the order while the browser moves the focus. Moved on from a menu that had
 * it for a moment, it left the menu's tooltip open, and the next Escape closed that, not the dialog.
 */
function passButtons({ key, shiftKey }: KeyboardEvent): void {
  if (key !== "Tab" || shiftKey) return;
  const buttons = [...document.querySelectorAll<HTMLElement>(passed)].filter(
    (button) => button.tabIndex >= 0 && button !== document.activeElement,
  );
  for (const button of buttons) button.tabIndex = -1;
  setTimeout(() => {
    for (const button of buttons) button.tabIndex = 0;
  });
}
