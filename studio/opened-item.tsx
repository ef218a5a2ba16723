import { useEffect } from "react";
import {
  definePlugin,
  isArrayOfObjectsInputProps,
  isReferenceSchemaType,
  type ArrayOfObjectsInputProps,
  type InputProps,
  type ItemProps,
} from "sanity";
import { holdForDialog, useFirstField } from "./first-field";

/**
 * The dialog of an item of a list opens with the focus in its first field that takes text. Sanity's
 * had no focus: what was typed after "Add item" was lost, and Escape did not close it.
 */
export const openedItem = definePlugin({
  name: "opened-item",
  form: { components: { input: ListInput, item: OpenedItem } },
});

function ListInput(props: InputProps) {
  return isArrayOfObjectsInputProps(props) ? (
    <HoldFromAddition {...props} />
  ) : (
    props.renderDefault(props)
  );
}

type Adding = Pick<ArrayOfObjectsInputProps, "onItemAppend" | "onItemPrepend" | "onInsert">;

/** Holds what is typed from the moment an item is added, however that is done. */
function HoldFromAddition(props: ArrayOfObjectsInputProps) {
  const { onItemAppend, onItemPrepend, onInsert, schemaType } = props;
  const hold = (item: object | undefined) => {
    const isOfItem = ({ name }: { name: string }) => item && "_type" in item && item._type === name;
    // A reference is chosen in its place: no dialog opens.
    if (!isReferenceSchemaType(schemaType.of.find(isOfItem) ?? schemaType.of[0])) holdForDialog();
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

/** The handles by which items are moved: Sanity names them by a tooltip only. */
function nameHandles() {
  for (const handle of document.querySelectorAll("[data-ui=DragHandleButton]:not([aria-label])"))
    handle.setAttribute("aria-label", "Move this item");
}

function OpenedItem(props: ItemProps) {
  useFirstField("open" in props ? props : {});
  useEffect(nameHandles, [props.readOnly]);
  return props.renderDefault(props);
}
