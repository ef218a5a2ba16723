import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { definePlugin, isArrayOfBlocksInputProps, type InputProps } from "sanity";

/** Rich-text editors pass on their last input when the page goes. */
export const lastInput = definePlugin({
  name: "last-input",
  form: { components: { input: TextInput } },
});

/** Removes the rich-text editors of the page. */
const removals = new Set<() => void>();

/**
 * Lets rich-text editors pass their last input to the form, now that the page goes. They hold it
 * back for a second, and only an editor that is removed passes it on immediately.
 */
export function handOverEditors(): void {
  flushSync(() => {
    for (const remove of removals) remove();
  });
}

function TextInput(props: InputProps) {
  return isArrayOfBlocksInputProps(props) ? (
    <RemovableText {...props} />
  ) : (
    props.renderDefault(props)
  );
}

function RemovableText(props: InputProps) {
  const [isRemoved, setRemoved] = useState(false);
  useEffect(() => {
    const remove = () => setRemoved(true);
    removals.add(remove);
    return () => void removals.delete(remove);
  }, []);
  return isRemoved ? null : props.renderDefault(props);
}
