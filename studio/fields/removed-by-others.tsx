import { Button, Stack, Text } from "@sanity/ui";
import { insert, isKeySegment, set, setIfMissing, type ArrayOfObjectsInputProps } from "sanity";
import { isSame } from "../../schemas/changes-between";
import { handedOver } from "../typing/prompt-text";
import { textFields } from "../typing/held-for-field";

/** A list's item that was removed while its user wrote in it, and where it was. */
export interface RemovedItem {
  key: string;
  item: { _key: string };
  /** The item before it, or null. */
  before: { _key: string } | null;
  /** The field with the focus, seen from the list. */
  field: ArrayOfObjectsInputProps["focusPath"];
  /** What that field showed, where it is plain text: its last letters never reached the form. */
  shown: string | null;
}

/**
 * The item in which the user was writing and which the list no longer has.
 *
 * @param before the list as it was a moment ago
 * @param after the list now
 */
export function removedItem(
  before: ArrayOfObjectsInputProps,
  after: ArrayOfObjectsInputProps,
): RemovedItem | null {
  const [place, ...field] = before.focusPath;
  // With the focus on its row, nobody writes in it.
  if (place === undefined || !isKeySegment(place) || field.length === 0) return null;
  const items = before.value ?? [];
  const index = items.findIndex(({ _key }) => _key === place._key);
  const item = items[index];
  if (!item || hasItem(after, item._key)) return null;
  const { path, text } = handedOver;
  const isShown = isSame(path, [...before.path, ...before.focusPath]);
  return {
    ...{ key: item._key, item, before: items[index - 1] ?? null, field: before.focusPath },
    shown: isShown ? text : null,
  };
}

export const hasItem = ({ value }: ArrayOfObjectsInputProps, key: string) =>
  (value ?? []).some(({ _key }) => _key === key);

/** Puts the item back as its user last had it, also where it is back as someone else had it. */
export function putBack(
  list: ArrayOfObjectsInputProps,
  { item, before, field, shown }: RemovedItem,
  typedOn: string,
): void {
  const isBack = hasItem(list, item._key);
  const place = before && hasItem(list, before._key) ? [{ _key: before._key }] : [0];
  const patches = isBack
    ? [set(item, [{ _key: item._key }])]
    : [setIfMissing([]), insert([item], before ? "after" : "before", place)];
  list.onChange(shown === null ? patches : [...patches, set(shown + typedOn, field)]);
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
