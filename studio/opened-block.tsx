import { type Editor, useEditor } from "@portabletext/editor";
import { isBlockSchemaType } from "@sanity/types";
import { createContext, useContext, useEffect, useRef } from "react";
import {
  definePlugin,
  isArrayOfBlocksInputProps,
  type ArrayOfObjectsInputProps,
  type BlockProps,
  type InputProps,
  type LayoutProps,
} from "sanity";
import { useFirstField } from "./first-field";
import { firstTextPatch } from "./first-text";
import { holdForDialog, isHolding } from "./held-for-dialog";
import { returnFocus, useReturnedFocus } from "./returned-focus";

/**
 * The dialog of a block in a text, and the popover of a link, open with the focus in their first
 * field that takes text.
 */
export const openedBlock = definePlugin({
  name: "opened-block",
  studio: { components: { layout: HoldFromInsertion } },
  form: { components: { input: Input, block: OpenedBlock } },
});

/** What inserts a block: a button, or an entry of a menu, by the name that Sanity gives it. */
const insertingBlock = "[aria-label^='Insert '][aria-label$=' (block)']";

/**
 * What inserts a link. Where a link is, the same button removes it, which opens nothing: the button
 * has `data-selected` then; an entry of a menu has that under the pointer, and `aria-pressed` then.
 */
const insertingLink =
  "[data-testid=action-button-link]:is([aria-pressed=false], :not([aria-pressed], [data-selected]))";

const inserting = `${insertingBlock}, ${insertingLink}`;

/**
 * Holds what is typed after a block or a link was inserted from the toolbar. The Studio opens its
 * dialog once the form has received the block; what was typed until then was lost.
 */
function HoldFromInsertion(props: LayoutProps) {
  useEffect(() => {
    const begin = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest(inserting)) holdForDialog();
    };
    document.addEventListener("click", begin, true);
    return () => document.removeEventListener("click", begin, true);
  }, []);
  return props.renderDefault(props);
}

/** The code of a code block, whose first field is the name of a file. */
const codeField = ".cm-content";

function OpenedBlock(props: BlockProps) {
  useFirstField(props, props.schemaType.name === "code" ? codeField : undefined);
  return props.renderDefault(props);
}

/** Sanity mounts the form of a link with its popover, and passes no component for the link itself. */
function LinkInput(props: InputProps) {
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

const linkPopover = "[data-testid=popover-edit-dialog]";

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

function focusOn(editor: Editor): Element | null | undefined {
  editor.send({ type: "focus" });
  return editor.dom.getEditorElement();
}

/** The browser inserts nothing where a block is selected. */
const insertInto = (editor: Editor) => (text: string) => {
  for (const [index, line] of text.split("\n").entries()) {
    if (index > 0) editor.send({ type: "insert.break" });
    if (line) editor.send({ type: "insert.text", text: line });
  }
};

/** The key of the block of a text whose dialog is open, and what writes into a block. */
const Opened = createContext<{ key?: string; write: (key: string, text: string) => void }>({
  write: () => {},
});

function Input(props: InputProps) {
  if (props.path.at(-2) === "markDefs") return <LinkInput {...props} />;
  return isArrayOfBlocksInputProps(props) ? <Text {...props} /> : props.renderDefault(props);
}

function Text(props: ArrayOfObjectsInputProps) {
  const key = openedBlockOf(props);
  const write = (written: string, text: string) => {
    const patch = firstTextPatch(props, written, text);
    if (patch) props.onChange(patch);
  };
  return <Opened value={{ ...(key && { key }), write }}>{props.renderDefault(props)}</Opened>;
}

const openedBlockOf = ({ members }: ArrayOfObjectsInputProps) =>
  members.find(
    (member) => member.kind === "item" && member.open && !isBlockSchemaType(member.item.schemaType),
  )?.key;

/** Rendered in each rich-text editor; moves the focus back to a block whose dialog has closed. */
export function ReturnToBlock() {
  const editor = useEditor();
  const { key: opened, write } = useContext(Opened);
  useReturnedFocus(opened, (key) => ({
    write: (text) => write(key, text),
    focus: () => {
      const start = { path: [{ _key: key }], offset: 0 };
      editor.send({ type: "select", at: { anchor: start, focus: start } });
      return focusOn(editor);
    },
    insert: insertInto(editor),
  }));
  return null;
}
