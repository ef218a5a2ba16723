import { makeDiff, xIndex } from "@sanity/diff-match-patch";
import { Component, type ReactNode } from "react";

interface Props {
  /** The `id` of the element. */
  field: string | undefined;
  children: ReactNode;
}

interface Caret {
  text: string;
  start: number;
  end: number;
}

/**
 * Keeps the caret of a text field where it was in its text while someone else writes in it. A
 * browser moves it to the end when a script changes the value: the next letters went there.
 *
 * A class, because only classes are called before the element changes.
 */
export class PreserveCaret extends Component<Props> {
  override getSnapshotBeforeUpdate(): Caret | null {
    const field = focusedField(this.props.field);
    if (!field || field.selectionStart === null || field.selectionEnd === null) return null;
    return { text: field.value, start: field.selectionStart, end: field.selectionEnd };
  }

  override componentDidUpdate(_props: Props, _state: unknown, before: Caret | null): void {
    const field = focusedField(this.props.field);
    if (!before || !field || field.value === before.text) return;
    const changes = makeDiff(before.text, field.value);
    field.setSelectionRange(xIndex(changes, before.start), xIndex(changes, before.end));
  }

  override render(): ReactNode {
    return this.props.children;
  }
}

function focusedField(id: string | undefined) {
  const focused = document.activeElement;
  const isText = focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement;
  return isText && focused.id === id ? focused : undefined;
}
