import { makePatches, stringifyPatches } from "@sanity/diff-match-patch";
import { useEffect, useId, useRef, useState, type ChangeEvent } from "react";
import {
  definePlugin,
  diffMatchPatch,
  isStringInputProps,
  set,
  unset,
  type InputProps,
  type Path,
  type StringInputProps,
} from "sanity";
import { isSame } from "../../../schemas/edits/changes-between";
import { PreserveCaret } from "../focus/preserve-caret";

/** Text fields show each letter immediately, however long the form takes to process it. */
export const promptText = definePlugin({
  name: "prompt-text",
  form: { components: { input: TextInput } },
});

function TextInput(props: InputProps) {
  const { schemaType } = props;
  const isPlain =
    isStringInputProps(props) &&
    ["string", "text"].includes(schemaType.name) &&
    !schemaType.options?.list;
  return isPlain ? <PromptText {...props} /> : props.renderDefault(props);
}

/** The functions, by input, that pass to the form what only the input has yet. */
const held = new Map<string, () => void>();

/** Passes to their forms what text fields already show. */
export function handOverTexts(): void {
  for (const handOver of [...held.values()]) handOver();
}

/** A tab in the background paints no frames. */
const maxMilliseconds = 50;

/** Calls `work` once the next frame is painted, and perhaps once more. */
function afterPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work));
  setTimeout(work, maxMilliseconds);
}

interface Typed {
  /** What the form had before. */
  before: string;
  text: string;
}

/** What a text field last passed to its form, until the form has it. */
let late: { id: string; path: Path; text: string } | null = null;

/** The text of this field that its form does not have, which it drops where the field is gone. */
export const lateText = (path: Path): string | null =>
  late && isSame(late.path, path) ? late.text : null;

/**
 * A text field that shows a letter in the frame after its key, and passes it to the form after
 * that. For each letter the form renders some nine hundred components, with a text of 5,000 words
 * for 90 ms.
 */
function PromptText(props: StringInputProps) {
  const { value = "", onChange, elementProps, path } = props;
  const isLine = typeof path.at(-1) === "number";
  const id = useId();
  const typed = useRef<Typed>(null);
  const [shown, setShown] = useState<string>();

  // The resulting value may include someone else's letters as well.
  useEffect(() => {
    if (!typed.current) setShown(undefined);
    if (late?.id === id && late.text === value) late = null;
  }, [value, id]);
  useEffect(() => () => held.get(id)?.(), [id]);

  function type({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const text = currentTarget.value;
    setShown(text);
    // The form's value follows what was passed to it after a revert, for instance, only once that
    // is done: a change to the value would contain the letters before it once more.
    typed.current = { before: typed.current?.before ?? shown ?? value, text };
    if (!held.has(id)) afterPaint(() => held.get(id)?.());
    held.set(id, () => {
      held.delete(id);
      const change = typed.current;
      typed.current = null;
      if (!change) return;
      if (change.text === change.before) return setShown(undefined);
      late = { id, path, text: change.text };
      try {
        // Without a value the line is removed, and what is typed next is added to another.
        onChange(isLine && change.text === "" ? set("") : patchOf(change));
      } catch (error) {
        // A form that is not ready throws: the next letter brings this change with it.
        typed.current = change;
        throw error;
      }
    });
  }

  return (
    <PreserveCaret field={elementProps.id}>
      {props.renderDefault({
        ...props,
        elementProps: { ...elementProps, value: shown ?? elementProps.value, onChange: type },
      })}
    </PreserveCaret>
  );
}

/** The patch is a diff, which preserves what others wrote in the same field in the meantime. */
export function patchOf({ before, text }: Typed) {
  if (text === "") return unset();
  if (before === "") return set(text);
  return diffMatchPatch(stringifyPatches(makePatches(before, text)));
}
