import type { KeyboardEvent } from "react";
import { definePlugin, type InputProps } from "sanity";
import { anyDialog, focusNextField } from "../opening/held-for-field";
import { isLetterOnButton } from "./letter-on-button";
import { typeText } from "../text/type-text";

/**
 * Letters on the button that generates a slug go into the field after it. Tab leads from the slug
 * to the button, and text typed there, meant for the next field, was lost.
 */
export const typedOnGenerate = definePlugin({
  name: "typed-on-generate",
  form: { components: { input: SlugInput } },
});

function SlugInput(props: InputProps) {
  if (props.schemaType.name !== "slug") return props.renderDefault(props);
  return (
    <div role="presentation" style={{ display: "contents" }} onKeyDown={typeInNextField}>
      {props.renderDefault(props)}
    </div>
  );
}

function typeInNextField(event: KeyboardEvent): void {
  const { target } = event;
  if (!isLetterOnButton(event) || !(target instanceof Element) || !target.matches("button")) return;
  event.preventDefault();
  focusNextField(target.closest(anyDialog) ?? document);
  typeText(event.key);
}
