import type { MouseEvent } from "react";
import {
  definePlugin,
  isArrayOfBlocksInputProps,
  isArrayOfObjectsInputProps,
  isReferenceSchemaType,
  type ArrayOfObjectsInputProps,
  type InputProps,
  type ItemProps,
} from "sanity";
import { useFirstField } from "./first-field";
import { firstTextPatch } from "./first-text";
import { holdForField } from "./held-for-field";
import { useReturnedFocus } from "../focus/returned-focus";

/**
 * The dialog of an item of a list opens with the focus in its first field that takes text. Sanity's
 * had no focus: what was typed after "Add item" was lost, and Escape did not close it.
 */
export const openedItem = definePlugin({
  name: "opened-item",
  form: { components: { input: ListInput, item: OpenedItem } },
});

function ListInput(props: InputProps) {
  // A text has blocks, not items.
  if (isArrayOfBlocksInputProps(props)) return props.renderDefault(props);
  return isArrayOfObjectsInputProps(props) ? (
    <FocusedItems {...props} />
  ) : (
    props.renderDefault(props)
  );
}

type Adding = Pick<ArrayOfObjectsInputProps, "onItemAppend" | "onItemPrepend" | "onInsert">;

/** Holds what is typed from the moment an item is added, however that is done. */
function FocusedItems(props: ArrayOfObjectsInputProps) {
  useReturnToRow(props);
  const { onItemAppend, onItemPrepend, onInsert, schemaType } = props;
  const hold = (item: object | undefined) => {
    const isOfItem = ({ name }: { name: string }) => item && "_type" in item && item._type === name;
    // A reference is chosen in its place: no dialog opens.
    if (!isReferenceSchemaType(schemaType.of.find(isOfItem) ?? schemaType.of[0])) holdForField();
  };
  const adding: Adding = {
    onItemAppend: (item) => {
      hold(item);
      onItemAppend(item);
    },
    onItemPrepend: (item) => {
      hold(item);
      onItemPrepend(item);
    },
    onInsert: (event) => {
      if (event.open !== false) hold(event.items[0]);
      onInsert(event);
    },
  };
  return props.renderDefault({ ...props, ...adding });
}

/** The button that opens an item. Before it stands the handle. */
const preview = "button:not([data-ui=DragHandleButton])";

/**
 * Opened from its row, too, the dialog takes what is typed: the focus stayed on the row behind it.
 */
function OpenedItem(props: ItemProps) {
  const { value, schemaType } = props;
  // A reference is open while it is chosen or its document is beside the form: the focus was taken
  // from a field of the dialog that it stands in.
  const opensDialog = "open" in props && !isReferenceSchemaType(schemaType);
  useFirstField(opensDialog ? props : {});
  const hold = ({ target, currentTarget }: MouseEvent<HTMLElement>) => {
    const isOpening = opensDialog && !props.open;
    const button = currentTarget.querySelector(preview);
    if (isOpening && target instanceof Element && button?.contains(target)) holdForField();
  };
  const key = value && typeof value === "object" && "_key" in value ? value._key : undefined;
  // Without its own box, so that the list lays out the row as before.
  return (
    <div data-item={key} style={{ display: "contents" }} role="presentation" onClickCapture={hold}>
      {props.renderDefault(props)}
    </div>
  );
}

/** Moves the focus back to the row of an item whose dialog has closed. */
function useReturnToRow(props: ArrayOfObjectsInputProps) {
  const opened = props.members.find(
    (member) =>
      member.kind === "item" && member.open && !isReferenceSchemaType(member.item.schemaType),
  );
  useReturnedFocus(opened?.key, (key) => ({
    write: (text) => {
      const patch = firstTextPatch(props, key, text);
      if (patch) props.onChange(patch);
    },
    focus: () => {
      const rows = [...document.querySelectorAll(`[data-item="${CSS.escape(key)}"]`)];
      const button = rows.at(-1)?.querySelector<HTMLElement>(preview);
      button?.focus();
      return button;
    },
  }));
}
