import { AddIcon } from "@sanity/icons/Add";
import { Button } from "@sanity/ui";
import type { KeyboardEvent } from "react";
import { addsFieldForText } from "../typing/opening/held-for-field";
import { isLetterOnButton } from "../typing/keys/letter-on-button";

interface AddButtonProps {
  text: string;
  disabled: boolean | undefined;
  /** Adds cells, the first of which gets what was typed on the button. */
  onAdd: (typed?: string) => void;
}

/**
 * Tab leads to it from a caption and from the last cell, and what came next was typed into nothing.
 */
export function AddButton({ onAdd, ...props }: AddButtonProps) {
  const addTyped = (event: KeyboardEvent) => {
    if (!isLetterOnButton(event)) return;
    event.preventDefault();
    onAdd(event.key);
  };
  return (
    <Button
      mode="ghost"
      icon={AddIcon}
      {...addsFieldForText}
      {...props}
      onClick={() => onAdd()}
      onKeyDown={props.disabled ? undefined : addTyped}
    />
  );
}
