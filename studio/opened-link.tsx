import { useEditor } from "@portabletext/editor";
import { useEffect, useRef } from "react";
import type { InputProps } from "sanity";
import { useFirstField } from "./first-field";
import { isHolding } from "./held-for-dialog";
import { returnFocus } from "./returned-focus";
import { focusOn, insertInto } from "./text-editor";

const linkPopover = "[data-testid=popover-edit-dialog]";

/** Sanity mounts the form of a link with its popover, and passes no component for the link itself. */
export function LinkInput(props: InputProps) {
  useFirstField({ open: true, focused: props.focused });
  useTextAfterLink();
  useClosedLink();
  return props.renderDefault(props);
}

/**
 * Puts the caret behind the link once its popover has closed. Its words stayed selected, so that
 * what was typed next replaced them, and the link with them. What was typed after an Escape that
 * was held, is held until then.
 */
function useTextAfterLink(): void {
  const editor = useEditor();
  const linked = useRef(editor.getSnapshot().context.selection);
  useEffect(
    () => () => {
      const { selection } = editor.getSnapshot().context;
      // Another selection is one that the user made in the text.
      if (selection && JSON.stringify(selection) === JSON.stringify(linked.current)) {
        const end = selection.backward ? selection.anchor : selection.focus;
        editor.send({ type: "select", at: { anchor: end, focus: end } });
      }
      if (isHolding()) returnFocus({ focus: () => focusOn(editor), insert: insertInto(editor) });
    },
    [editor],
  );
}

/**
 * Closes the popover of a link on Enter, and on a click beside it. Sanity's stays open: what was
 * typed next became part of the link's target.
 */
function useClosedLink(): void {
  useEffect(() => {
    const close = (event: Event) => {
      const popover = document.querySelector(linkPopover);
      const isInside = event.target instanceof Element && event.target.closest(linkPopover);
      if (!popover) return;
      if (event instanceof KeyboardEvent) {
        if (event.key !== "Enter" || !isInside || !document.activeElement?.matches("input")) return;
        event.preventDefault();
        event.stopImmediatePropagation();
      } else if (isInside) return;
      const field = popover.querySelector("input") ?? popover;
      field.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
    };
    window.addEventListener("keydown", close, true);
    window.addEventListener("pointerdown", close, true);
    return () => {
      window.removeEventListener("keydown", close, true);
      window.removeEventListener("pointerdown", close, true);
    };
  }, []);
}
