import { useEffect } from "react";
import { definePlugin, type LayoutProps } from "sanity";

/** Names the buttons that Sanity names by a tooltip only, which no screen reader says. */
export const buttonNames = definePlugin({
  name: "button-names",
  studio: { components: { layout: NamedButtons } },
});

const names: Record<string, string> = {
  "[data-testid=multi-action-intent-button]": "Create a document",
  "[data-testid=pane-context-menu-button]": "More actions",
  "[data-testid=action-menu-button]": "More formatting",
  "[data-testid=insert-menu-button]": "More blocks to insert",
  "[data-ui=DragHandleButton]": "Move this item",
  "[data-testid=close-popover-edit-dialog-button]": "Close",
};

function nameButtons(): void {
  for (const [selector, name] of Object.entries(names)) {
    for (const button of document.querySelectorAll(`${selector}:not([aria-label])`)) {
      button.setAttribute("aria-label", name);
    }
  }
  nameCreatingLinks();
}

/** Sanity names the button that creates an author "Author". */
function nameCreatingLinks(): void {
  const unclear = "a[data-testid=action-intent-button][aria-label]:not([aria-label^=Create])";
  for (const link of document.querySelectorAll(unclear))
    link.setAttribute("aria-label", `Create new ${link.getAttribute("aria-label")}`);
}

function NamedButtons(props: LayoutProps) {
  useEffect(() => {
    // At most once a frame: each letter that is typed changes the page.
    let frame = 0;
    const observer = new MutationObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(nameButtons);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    nameButtons();
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  }, []);
  return props.renderDefault(props);
}
