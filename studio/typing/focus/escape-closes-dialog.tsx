import { useEffect } from "react";
import { definePlugin, type LayoutProps } from "sanity";
import { anyDialog, lastDialog } from "../opening/held-for-field";
import { textFields } from "../opening/held-keys";

/**
 * Escape closes a dialog that has lost the focus, to a click on the title of another pane. Sanity's
 * takes the key only while the focus is in it: the dialog could not be closed by keyboard anymore.
 */
export const escape = definePlugin({
  name: "escape",
  studio: { components: { layout: FocusBeforeEscape } },
});

/** What is opened from a dialog, beside it in the page, and closes by itself. */
const menu = "[data-ui=Popover], [role=menu], [role=listbox]";

function FocusBeforeEscape(props: LayoutProps) {
  useEffect(() => {
    const focusDialog = ({ key }: KeyboardEvent) => {
      if (key !== "Escape") return;
      const focused = document.activeElement;
      // A user who types beside a panel that stays open keeps the focus.
      if (focused?.matches(textFields) || focused?.closest(`${anyDialog}, ${menu}`)) return;
      lastDialog()?.querySelector<HTMLElement>("button")?.focus();
    };
    window.addEventListener("keydown", focusDialog, true);
    return () => window.removeEventListener("keydown", focusDialog, true);
  }, []);
  return props.renderDefault(props);
}
