/**
 * The id of the page's main area: the target of the skip link, and of the focus after a navigation.
 */
export const mainId = "main";

/** Focuses an element, which need not be a control, without scrolling. */
export function focusOn(id: string): void {
  const target = document.getElementById(id);
  if (!target) return;
  if (target instanceof HTMLDetailsElement) target.open = true;
  if (!target.hasAttribute("tabindex")) target.setAttribute("tabindex", "-1");
  target.focus({ preventScroll: true });
}
