import { Component, createRef } from "react";
import {
  definePlugin,
  insert,
  isArrayOfPrimitivesInputProps,
  set,
  type ArrayOfPrimitivesInputProps,
  type InputProps,
} from "sanity";
import { holdForField, insertHeld, isHolding } from "../opening/held-for-field";
import { textFields } from "../opening/held-keys";
import { handOverTexts } from "./prompt-text";
import { typeText } from "./type-text";
import { isTags } from "../keys/unfinished-tag";

/**
 * Enter in a line of a list of lines begins the next one. The focus, and what was typed, stay in
 * their line when someone else adds or removes one above it: edits name a line by its number, and
 * what was typed until then was dropped, or added to another line, and what was typed next was
 * lost.
 */
export const lines = definePlugin({
  name: "lines",
  form: { components: { input: Input } },
});

function Input(props: InputProps) {
  return isArrayOfPrimitivesInputProps(props) && isLines(props) ? (
    <Lines {...props} />
  ) : (
    props.renderDefault(props)
  );
}

const isLines = (props: ArrayOfPrimitivesInputProps) =>
  !isTags(props) && props.schemaType.of.every(({ jsonType }) => jsonType === "string");

interface Focused {
  index: number;
  text: string;
  start: number | null;
  end: number | null;
}

/** A class, because only classes are called before the elements change. */
class Lines extends Component<ArrayOfPrimitivesInputProps> {
  readonly #root = createRef<HTMLDivElement>();
  /** The index of the line that Enter has inserted, until it is rendered. */
  #pendingLine: number | undefined;

  override componentDidMount(): void {
    this.#root.current?.addEventListener("keydown", this.#begin);
  }

  override componentWillUnmount(): void {
    this.#root.current?.removeEventListener("keydown", this.#begin);
  }

  readonly #begin = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, isComposing, target } = event;
    if (key !== "Enter" || ctrlKey || metaKey || altKey || isComposing) return;
    const index = this.#fields().findIndex((field) => field === target);
    if (index < 0 || this.#pendingLine !== undefined || this.props.readOnly) return;
    event.preventDefault();
    handOverTexts();
    // What is typed until the line is there belongs to it.
    if (!isHolding()) holdForField();
    this.#pendingLine = index + 1;
    this.props.onChange(insert([""], "after", [index]));
  };

  override getSnapshotBeforeUpdate(): Focused | null {
    const fields = this.#fields();
    const index = fields.findIndex((field) => field === document.activeElement);
    const field = fields[index];
    if (!field) return null;
    return { index, text: field.value, start: field.selectionStart, end: field.selectionEnd };
  }

  override componentDidUpdate(
    { value: before = [] }: ArrayOfPrimitivesInputProps,
    _state: unknown,
    focused: Focused | null,
  ): void {
    const { value: after = [], onChange } = this.props;
    const inserted =
      this.#pendingLine === undefined ? undefined : this.#fields()[this.#pendingLine];
    if (inserted && after.length > before.length) {
      this.#pendingLine = undefined;
      inserted.focus();
      return insertHeld(undefined, () => this.#root.current ?? undefined);
    }
    const moved = focused ? linesMoved(focused.index, before, after) : 0;
    if (!focused || moved === 0) return;
    // Puts the texts where the form would add them later.
    handOverTexts();
    const other = before[focused.index - moved];
    if (moved > 0 && other !== undefined) onChange(set(other, [focused.index]));
    const field = this.#fields()[focused.index + moved];
    if (!field) return;
    field.focus({ preventScroll: true });
    if (field.value !== focused.text) {
      field.select();
      typeText(focused.text);
    }
    field.setSelectionRange(focused.start, focused.end);
  }

  #fields() {
    const fields = this.#root.current?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      textFields,
    );
    return [...(fields ?? [])];
  }

  override render() {
    return (
      <div ref={this.#root} style={{ display: "contents" }}>
        {this.props.renderDefault(this.props)}
      </div>
    );
  }
}

/** How many lines were added above this one; negative when some were removed. */
export function linesMoved(
  index: number,
  before: readonly unknown[],
  after: readonly unknown[],
): number {
  const isSameAbove = before.slice(0, index).every((line, n) => line === after[n]);
  return isSameAbove ? 0 : after.length - before.length;
}
