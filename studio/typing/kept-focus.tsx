import { useEffect } from "react";
import { definePlugin, type LayoutProps } from "sanity";

/**
 * A field of a dialog keeps the focus when the dialog is clicked beside its content, on the header
 * for instance. Sanity's gives it back once the click has ended: on a busy machine a second later,
 * and what was typed until then was lost.
 */
export const keptFocus = definePlugin({
  name: "kept-focus",
  studio: { components: { layout: KeepFocus } },
});

/** What a click focuses. */
const focusable = "a[href], button, input, select, textarea, label, [contenteditable], [tabindex]";

function KeepFocus(props: LayoutProps) {
  useEffect(() => {
    document.addEventListener("mousedown", keepFocus);
    return () => document.removeEventListener("mousedown", keepFocus);
  }, []);
  return props.renderDefault(props);
}

function keepFocus(event: MouseEvent) {
  if (!(event.target instanceof Element)) return;
  const dialog = event.target.closest("[role=dialog]");
  if (!dialog?.contains(document.activeElement)) return;
  if (!dialog.contains(event.target.closest(focusable))) event.preventDefault();
}
