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

const focusable = "a[href], button, input, select, textarea, [tabindex], [contenteditable=true]";

function TabToFields(props: LayoutProps) {
  useEffect(() => {
    let isForward = false;
    const note = ({ key, shiftKey }: KeyboardEvent) => {
      isForward = key === "Tab" && !shiftKey;
    };
    const pass = ({ target }: FocusEvent) => {
      if (isForward && target instanceof Element && target.closest(menus)) after(target)?.focus();
    };
    const stop = new AbortController();
    const listening = { capture: true, signal: stop.signal };
    window.addEventListener("keydown", note, listening);
    window.addEventListener("keyup", () => (isForward = false), listening);
    window.addEventListener("pointerdown", () => (isForward = false), listening);
    window.addEventListener("focusin", pass, listening);
    return () => stop.abort();
  }, []);
  return props.renderDefault(props);
}

/** What Tab would reach after a menu. */
function after(menu: Element): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>(focusable)].find(
    (element) =>
      menu.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING &&
      element.tabIndex >= 0 &&
      !element.matches(":disabled") &&
      !element.closest(menus) &&
      element.checkVisibility(),
  );
}
