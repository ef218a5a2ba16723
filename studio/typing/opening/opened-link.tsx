import { useEditor } from "@portabletext/editor";
import { useEffect, useLayoutEffect, useRef, type RefObject } from "react";
import type { InputProps } from "sanity";
import { useFirstField } from "./first-field";
import { isHolding, takePending } from "./held-for-field";
import { textFields } from "./held-keys";
import { returnFocus } from "../focus/returned-focus";
import { focusOn, insertInto } from "../text/text-editor";
import { typeText } from "../text/type-text";

const linkPopover = "[data-testid=popover-edit-dialog]";

/**
 * Sanity mounts the form of a link with its popover, and passes no component for the link itself.
 */
export function LinkInput(props: InputProps) {
  useLinkInView();
  useFirstField({ open: true, focused: props.focused, isPopover: true });
  useTextAfterLink(useClosedLink());
  return props.renderDefault(props);
}

/**
 * Scrolls back to the link. The popover gives its button the focus before it has its place, at the
 * top of the page: a phone scrolled there, and a popover is hidden while its link is out of view.
 * The focus went to the menu of another block, and what was typed was lost.
 */
function useLinkInView(): void {
  const editor = useEditor();
  // Before the popover computes its place.
  useLayoutEffect(() => {
    const selected = getSelection()?.focusNode?.parentElement;
    if (!selected || !editor.dom.getEditorElement()?.contains(selected)) return;
    selected.scrollIntoView({ block: "nearest" });
  }, [editor]);
}

/**
 * Puts the caret behind the link once its popover has closed, unless a click has put it elsewhere
 * in the text. Its words stayed selected, so that what was typed next replaced them, and the link
 * with them. What was typed after an Escape that was held, is held until then.
 */
function useTextAfterLink(clicked: RefObject<Element | null>): void {
  const editor = useEditor();
  useEffect(
    () => () => {
      const text = editor.dom.getEditorElement();
      if (text?.contains(clicked.current)) return;
      const { selection } = editor.getSnapshot().context;
      if (selection) {
        const end = selection.backward ? selection.anchor : selection.focus;
        editor.send({ type: "select", at: { anchor: end, focus: end } });
      }
      // A click beside the text leaves the focus nowhere.
      const isLost = clicked.current && !clicked.current.closest(focusable);
      if (isLost || isHolding())
        returnFocus({ focus: () => focusOn(editor), insert: insertInto(editor) });
    },
    [editor, clicked],
  );
}

/** What takes the focus when it is clicked. */
const focusable = `${textFields}, a, button, input, select`;

/**
 * Closes the popover of a link on Enter, and on a click beside it. Sanity's stays open: what was
 * typed next became part of the link's target.
 *
 * @returns what was clicked beside it
 */
function useClosedLink(): RefObject<Element | null> {
  const clicked = useRef<Element | null>(null);
  useEffect(() => {
    const onEnter = (event: KeyboardEvent) => {
      const field = event.key === "Enter" && document.activeElement;
      if (!field || !field.matches(`${linkPopover} input`)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      close(field);
    };
    const onClick = ({ target }: Event) => {
      const popover = document.querySelector(linkPopover);
      if (!popover || !(target instanceof Element) || target.closest("input")) return;
      const field = popover.querySelector("input");
      const left = field ? takePending() : "";
      if (left) {
        field?.focus();
        typeText(left);
      }
      if (popover.contains(target)) return;
      clicked.current = target;
      close(field ?? popover);
    };
    window.addEventListener("keydown", onEnter, true);
    window.addEventListener("pointerdown", onClick, true);
    return () => {
      window.removeEventListener("keydown", onEnter, true);
      window.removeEventListener("pointerdown", onClick, true);
    };
  }, []);
  return clicked;
}

const close = (field: Element) =>
  field.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
