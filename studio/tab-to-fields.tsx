import { useEffect } from "react";
import { definePlugin, type LayoutProps } from "sanity";

/**
 * Tab moves from field to field: the menu that each field has beside its title, and each row of a
 * table at its end, is passed by, and reached with Shift+Tab. What was typed after one Tab went
 * nowhere, and a space in it opened the menu.
 */
export const tabToFields = definePlugin({
  name: "tab-to-fields",
  studio: { components: { layout: TabToFields } },
});

/** Marks a menu of ours that Tab passes by. */
export const passedByTab = { "data-passed-by-tab": "" };

const menus = "[data-testid=field-actions-trigger], [data-passed-by-tab]";

function TabToFields(props: LayoutProps) {
  useEffect(() => {
    document.addEventListener("keydown", passMenus, true);
    return () => document.removeEventListener("keydown", passMenus, true);
  }, []);
  return props.renderDefault(props);
}

/**
 * Takes the menus out of the order while the browser moves the focus. Moved on from a menu that had
 * it for a moment, it left the menu's tooltip open, and the next Escape closed that, not the dialog.
 */
function passMenus({ key, shiftKey }: KeyboardEvent): void {
  if (key !== "Tab" || shiftKey) return;
  const passed = [...document.querySelectorAll<HTMLElement>(menus)].filter(
    (menu) => menu.tabIndex >= 0 && menu !== document.activeElement,
  );
  for (const menu of passed) menu.tabIndex = -1;
  setTimeout(() => {
    for (const menu of passed) menu.tabIndex = 0;
  });
}
