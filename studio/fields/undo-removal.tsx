import { Button, useToast } from "@sanity/ui";
import { createContext, useContext, useEffect, useRef } from "react";
import {
  definePlugin,
  isArrayOfBlocksInputProps,
  isArrayOfObjectsInputProps,
  type ArrayOfObjectsInputProps,
  type InputProps,
  type ItemProps,
} from "sanity";
import {
  collectTyped,
  insertAgain,
  placeOf,
  putBack,
  RemovalNotice,
  removedItem,
  type RemovedItem,
} from "./removed-by-others";
import { textFields } from "../typing/opening/held-keys";

/**
 * What was removed from a list comes back by *Undo* in the notice, or by Ctrl+Z as the next key. A
 * section of a page, with all its text, was gone with one click, and only the history had it.
 */
export const undoRemoval = definePlugin({
  name: "undo-removal",
  form: { components: { input: Input, item: Item } },
});

/** Takes note of an item of the list that is about to be removed. */
const Removal = createContext<(key: string) => void>(() => {});

function Input(props: InputProps) {
  // A text has its own undo.
  if (isArrayOfBlocksInputProps(props)) return props.renderDefault(props);
  return isArrayOfObjectsInputProps(props) ? <List {...props} /> : props.renderDefault(props);
}

function List(props: ArrayOfObjectsInputProps) {
  const toast = useToast();
  const list = useRef(props);
  const removedHere = useRef(new Set<string>());
  useEffect(() => {
    const removed = removedItem(list.current, props);
    list.current = props;
    if (removed && !removedHere.current.has(removed.item._key)) offerToPutBack(removed);
  });
  const offerToPutBack = (removed: RemovedItem) => {
    const id = `removed-by-others-${removed.item._key}`;
    const show = (typedOn: string) => {
      const onPutBack = () => {
        putBack(list.current, removed, typedOn);
        toast.push({ id, status: "success", title: "It is back", duration: 4_000 });
      };
      toast.push({
        id,
        status: "warning",
        // Not who: the lake may have refused an item that was just added.
        title: `Removed from “${list.current.schemaType.title ?? "the list"}” while you were writing in it`,
        description: <RemovalNotice typedOn={typedOn} onPutBack={onPutBack} />,
        closable: true,
        // However long its user takes to look up.
        duration: 24 * 60 * 60 * 1_000,
      });
    };
    show("");
    collectTyped(show);
  };
  const offerUndo = (key: string) => {
    removedHere.current.add(key);
    const place = placeOf(list.current, key);
    if (!place) return;
    const id = `removed-${key}`;
    let isBack = false;
    const undo = () => {
      // By the key and by the button, or by someone else too, it would be there twice.
      if (isBack || placeOf(list.current, key)) return;
      isBack = true;
      removedHere.current.delete(key);
      list.current.onChange(insertAgain(list.current, place));
      toast.push({ id, status: "success", title: "It is back", duration: 4_000 });
    };
    onNextUndo(undo);
    toast.push({
      id,
      status: "info",
      title: `Removed from “${list.current.schemaType.title ?? "the list"}”`,
      description: <Button mode="ghost" text="Undo" onClick={undo} />,
      closable: true,
      duration: 20_000,
    });
  };
  return <Removal value={offerUndo}>{props.renderDefault(props)}</Removal>;
}

function Item(props: ItemProps) {
  const offerUndo = useContext(Removal);
  const { value } = props;
  const key = value && typeof value === "object" && "_key" in value ? value._key : undefined;
  const onRemove = () => {
    if (typeof key === "string") offerUndo(key);
    props.onRemove();
  };
  return props.renderDefault({ ...props, onRemove });
}

/** Calls it when the next key is Ctrl+Z, and not in a field, which has its own undo. */
function onNextUndo(undo: () => void): void {
  const act = (event: KeyboardEvent) => {
    if (event.key === "Control" || event.key === "Meta") return;
    window.removeEventListener("keydown", act, true);
    const isInField = event.target instanceof Element && event.target.matches(textFields);
    if (isInField || event.key !== "z" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    undo();
  };
  window.addEventListener("keydown", act, true);
}
