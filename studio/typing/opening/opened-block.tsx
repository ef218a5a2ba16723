import { useEditor } from "@portabletext/editor";
import { isBlockSchemaType } from "@sanity/types";
import { createContext, useContext, useEffect } from "react";
import {
  definePlugin,
  isArrayOfBlocksInputProps,
  type ArrayOfObjectsInputProps,
  type BlockProps,
  type InputProps,
  type LayoutProps,
} from "sanity";
import { objectBlock } from "../text/clicked-block";
import { useFirstField } from "./first-field";
import { firstTextPatch } from "./first-text";
import { holdForField } from "./held-for-field";
import { LinkInput } from "./opened-link";
import { useReturnedFocus } from "../focus/returned-focus";
import { insertInto, selectBlock } from "../text/text-editor";
import { keepUndoInDialog } from "../keys/undo-in-field";

/**
 * The dialog of a block in a text, and the popover of a link, open with the focus in their first
 * field that takes text.
 */
export const openedBlock = definePlugin({
  name: "opened-block",
  studio: { components: { layout: HoldUntilOpened } },
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
 * Holds what is typed after a block or a link was inserted from the toolbar, or a block was opened
 * by a double click. The Studio opens its dialog once the form has received the block; what was
 * typed until then was lost.
 */
function HoldUntilOpened(props: LayoutProps) {
  useEffect(() => {
    const begin = ({ type, target }: MouseEvent) => {
      if (!(target instanceof Element)) return;
      // Not on the button of its menu: no dialog opens, and the menu would get no Escape.
      const isOpened = target.closest(objectBlock) && !target.closest("button");
      if (type === "dblclick" ? isOpened : target.closest(inserting)) holdForField();
    };
    document.addEventListener("click", begin, true);
    document.addEventListener("dblclick", begin, true);
    return () => {
      document.removeEventListener("click", begin, true);
      document.removeEventListener("dblclick", begin, true);
    };
  }, []);
  return props.renderDefault(props);
}

/** The code of a code block, whose first field is the name of a file. */
const codeField = ".cm-content";

/**
 * Moves the focus into the dialog of a block that has one. A paragraph is a block, too, and the
 * form calls it open while it is typed in: what was typed there went into the dialog of another
 * document that was open beside it.
 */
function OpenedBlock(props: BlockProps) {
  const opensDialog = !isBlockSchemaType(props.schemaType);
  useFirstField(opensDialog ? props : {}, props.schemaType.name === "code" ? codeField : undefined);
  if (!opensDialog) return props.renderDefault(props);
  return (
    <div role="presentation" style={{ display: "contents" }} onKeyDown={keepUndoInDialog}>
      {props.renderDefault(props)}
    </div>
  );
}

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
    focus: () => selectBlock(editor, key),
    insert: insertInto(editor),
  }));
  return null;
}
