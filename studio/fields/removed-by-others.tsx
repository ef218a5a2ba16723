import { Button, Stack, Text } from "@sanity/ui";
import {
  getValueAtPath,
  insert,
  isKeySegment,
  set,
  setIfMissing,
  type ArrayOfObjectsInputProps,
  type FormPatch,
} from "sanity";
import { lateText } from "../typing/text/prompt-text";
import { textFields } from "../typing/opening/held-keys";

/** What this needs of a list's form. */
export type List = Pick<ArrayOfObjectsInputProps, "value" | "path" | "focusPath" | "onChange">;

/** An item, and the one before it in its list, or null. */
interface Place {
  item: { _key: string };
  before: { _key: string } | null;
}

/** An item that was removed while its user wrote in it. */
export interface RemovedItem extends Place {
  /** The field with the focus, seen from the list. */
  field: List["focusPath"];
  /** What that field showed; null where it is not plain text. */
  shown: string | null;
}

/**
 * The item in which the user was writing and which the list no longer has.
 *
 * @param before the list as it was a moment ago
 * @param after the list now
 */
export function removedItem(before: List, after: List): RemovedItem | null {
  const [place, ...field] = before.focusPath;
  // With the focus on its row, nobody writes in it.
  if (place === undefined || !isKeySegment(place) || field.length === 0) return null;
  const found = placeOf(before, place._key);
  if (!found || placeOf(after, place._key)) return null;
  // The last letters never reached the form: their field was gone.
  const late = lateText([...before.path, ...before.focusPath]);
  // The Studio itself removes an item that is closed while it is empty.
  if (!late && isEmpty(found.item)) return null;
  const shown = late ?? getValueAtPath(found.item, field) ?? "";
  // In the field of a reference one types a search: stored as its id, that crashed the Studio.
  const isText = typeof shown === "string" && field.at(-1) !== "_ref";
  return { ...found, field: before.focusPath, shown: isText ? shown : null };
}

/** Whether an item holds nothing that a user gave it: no field, no text, and no chosen document. */
function isEmpty(item: Place["item"]): boolean {
  return Object.entries(item).every(
    ([name, value]) => value === "" || (name.startsWith("_") && name !== "_ref"),
  );
}

/** @returns null where the list has no item with this key */
export function placeOf({ value = [] }: Pick<List, "value">, key: string): Place | null {
  const index = value.findIndex(({ _key }) => _key === key);
  const item = value[index];
  return item ? { item, before: value[index - 1] ?? null } : null;
}

/** Inserts an item where it was; first in the list, where the item before it is gone as well. */
export function insertAgain(list: List, { item, before }: Place): FormPatch[] {
  const isThere = before && placeOf(list, before._key);
  const [position, place] = isThere
    ? (["after", { _key: before._key }] as const)
    : (["before", 0] as const);
  return [setIfMissing([]), insert([item], position, [place])];
}

/**
 * Puts the item back as its user last had it. Where someone else has put it back, only the field in
 * which they wrote changes.
 */
export function putBack(list: List, removed: RemovedItem, typedOn: string): void {
  const { item, field, shown } = removed;
  const isBack = placeOf(list, item._key) !== null;
  const patches = isBack ? [] : insertAgain(list, removed);
  const whole = field.slice(0, 2);
  if (shown !== null) patches.push(set(shown + typedOn, field));
  else if (isBack) patches.push(set(getValueAtPath(item, whole.slice(1)), whole));
  list.onChange(patches);
}

/**
 * Collects what is typed into nothing, because the field is gone, until the user goes elsewhere.
 *
 * @param onTyped called with all of it, after each key
 */
export function collectTyped(onTyped: (text: string) => void): void {
  let text = "";
  const end = new AbortController();
  const { signal } = end;
  const note = (event: KeyboardEvent) => {
    const isInField = event.target instanceof Element && event.target.matches(textFields);
    if (isInField || event.key === "Tab") return end.abort();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Backspace") text = text.slice(0, -1);
    else if (event.key.length === 1) text += event.key;
    else return;
    // A space would press the button that has the focus now, and a letter choose in a list.
    event.preventDefault();
    event.stopPropagation();
    onTyped(text);
  };
  window.addEventListener("keydown", note, { capture: true, signal });
  window.addEventListener("pointerdown", () => end.abort(), { capture: true, signal });
}

/** What the notice says. */
export function RemovalNotice({ typedOn, onPutBack }: { typedOn: string; onPutBack: () => void }) {
  return (
    <Stack gap={3}>
      {typedOn !== "" && <Text size={1}>You went on with: “{typedOn}”</Text>}
      <Button mode="ghost" text="Put it back" onClick={onPutBack} />
    </Stack>
  );
}
