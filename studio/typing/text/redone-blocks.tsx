import { useEditor, type PortableTextBlock } from "@portabletext/editor";
import { defineBehavior, effect, forward } from "@portabletext/editor/behaviors";
import { createContext, useContext, useEffect, useRef } from "react";
import {
  definePlugin,
  isArrayOfBlocksInputProps,
  set,
  type ArrayOfObjectsInputProps,
  type FormPatch,
  type InputProps,
} from "sanity";

/**
 * Redo brings back what undo took, with its contents. The editor undoes the insertion of a block or
 * a link together with what was typed into its dialog, but inserts it again without; and a text
 * that was undone to nothing did not come back at all.
 */
export const redoneBlocks = definePlugin({
  name: "redone-blocks",
  form: { components: { input: Input } },
});

type Change = (patches: FormPatch | FormPatch[]) => void;

const FormChange = createContext<Change>(() => {});

function Input(props: InputProps) {
  return isArrayOfBlocksInputProps(props) ? <Text {...props} /> : props.renderDefault(props);
}

function Text(props: ArrayOfObjectsInputProps) {
  return <FormChange value={props.onChange}>{props.renderDefault(props)}</FormChange>;
}

/** More steps than the editor itself undoes are not remembered. */
const maxSteps = 1_000;

/**
 * Rendered in each rich-text editor; remembers what undo takes, and completes what redo inserts.
 */
export function RestoreByRedo() {
  const editor = useEditor();
  const change = useContext(FormChange);
  const latest = useRef(change);
  useEffect(() => {
    latest.current = change;
  });
  useEffect(() => {
    /** The texts before each step that was undone and can be redone. */
    let undone: PortableTextBlock[][] = [];
    let afterStep = "";
    const valueNow = () => editor.getSnapshot().context.value;
    // Nothing can be redone after an edit.
    const forgetAfterEdit = (value: PortableTextBlock[]) => {
      if (contentOf(value) !== afterStep) undone = [];
    };
    const rememberStep = () => (afterStep = contentOf(valueNow()));
    const complete = (before: PortableTextBlock[], taken: PortableTextBlock[] | undefined) => {
      if (!taken) return;
      const [first = taken] = undone;
      // The editor has lost the way back: the text is as it was before the first step.
      if (isEmpty(valueNow())) return isEmpty(first) ? undefined : latest.current(set(first));
      const patches = missingIn(valueNow(), before, taken);
      if (patches.length === 0) return;
      // Before then the form does not have the block.
      const handedOver = editor.on("mutation", () => {
        handedOver.unsubscribe();
        setTimeout(() => latest.current(patches));
      });
    };
    const unregister = [
      editor.registerBehavior({
        behavior: defineBehavior({
          on: "history.undo",
          actions: [
            ({ event, snapshot: { context } }) => [
              effect(() => {
                forgetAfterEdit(context.value);
                undone.push(context.value);
                if (undone.length > maxSteps) undone.shift();
              }),
              forward(event),
              effect(rememberStep),
            ],
          ],
        }),
      }),
      editor.registerBehavior({
        behavior: defineBehavior({
          on: "history.redo",
          actions: [
            ({ event, snapshot: { context } }) => [
              effect(() => forgetAfterEdit(context.value)),
              forward(event),
              effect(() => {
                rememberStep();
                complete(context.value, undone.pop());
              }),
            ],
          ],
        }),
      }),
    ];
    return () => {
      for (const stop of unregister) stop();
    };
  }, [editor]);
  return null;
}

/** Patches for what blocks and links that redo has inserted had before. */
function missingIn(
  value: readonly PortableTextBlock[],
  before: readonly PortableTextBlock[],
  taken: readonly PortableTextBlock[],
): FormPatch[] {
  return value.flatMap((block) => {
    const full = withKey(taken, block._key);
    if (!full) return [];
    const earlier = withKey(before, block._key);
    const links = entriesOf(block.markDefs)
      .filter(({ _key }) => !withKey(entriesOf(earlier?.markDefs), _key))
      .flatMap((link) =>
        fieldPatches(link, withKey(entriesOf(full.markDefs), link._key), [
          { _key: block._key },
          "markDefs",
        ]),
      );
    const isText = "children" in block;
    return earlier || isText ? links : fieldPatches(block, full, []);
  });
}

interface Entry {
  _key: string;
}

/** Patches for the fields of an entry that differ from those that it had. */
function fieldPatches(
  entry: Entry,
  full: Entry | undefined,
  path: ({ _key: string } | string)[],
): FormPatch[] {
  const present = new Map<string, unknown>(Object.entries(entry));
  return Object.entries(full ?? {})
    .filter(([field, value]) => JSON.stringify(present.get(field)) !== JSON.stringify(value))
    .map(([field, value]) => set(value, [...path, { _key: entry._key }, field]));
}

const withKey = <T extends { _key: string }>(entries: readonly T[], key: string): T | undefined =>
  entries.find(({ _key }) => _key === key);

const entriesOf = (value: unknown): Entry[] => (Array.isArray(value) ? value : []);

/** An empty text gets another block when its field is removed. */
const contentOf = (value: PortableTextBlock[]) => (isEmpty(value) ? "" : JSON.stringify(value));

/** Whether a text has neither letters nor blocks. */
const isEmpty = (value: readonly PortableTextBlock[]) =>
  value.every(
    ({ children }) => Array.isArray(children) && children.every(({ text }) => text === ""),
  );
