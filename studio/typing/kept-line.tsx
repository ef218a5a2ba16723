import { Component, createRef } from "react";
import {
  definePlugin,
  isArrayOfPrimitivesInputProps,
  set,
  type ArrayOfPrimitivesInputProps,
  type InputProps,
} from "sanity";
import { textFields, typeText } from "./held-for-field";
import { handOverTexts } from "./prompt-text";

/**
 * The focus, and what was typed, stay in their line of a list of lines when someone else adds or
 * removes one above it. Edits name a line by its number: what was typed until then was dropped, or
 * added to another line, and what was typed next was lost.
 */
export const keptLine = definePlugin({
  name: "kept-line",
  form: { components: { input: Input } },
});

function Input(props: InputProps) {
  return isArrayOfPrimitivesInputProps(props) ? <Lines {...props} /> : props.renderDefault(props);
}

interface Focused {
  index: number;
  text: string;
  start: number | null;
  end: number | null;
}

/** A class, because only classes are called before the elements change. */
class Lines extends Component<ArrayOfPrimitivesInputProps> {
  readonly #root = createRef<HTMLDivElement>();

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
    const moved = focused ? linesMoved(focused.index, before, after) : 0;
    if (!focused || moved === 0) return;
    // To where the form would add them later.
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
