import { applyAll } from "@portabletext/patches";
import { useCallback, useEffect, useRef } from "react";
import {
  definePlugin,
  isArrayOfBlocksInputProps,
  set,
  type ArrayOfObjectsInputProps,
  type FormPatch,
  type InputProps,
  type PatchEvent,
} from "sanity";

/**
 * In a text that has just been begun, a change that removes a block is handed over as the whole
 * text. Sanity's field tries a removal on the value that it rendered last. Where it had not
 * rendered the first line yet, it found the text empty afterward and removed the field: that line,
 * and what was pasted or inserted after it, were gone.
 */
export const removalInNewText = definePlugin({
  name: "removal-in-new-text",
  form: { components: { input: Input } },
});

function Input(props: InputProps) {
  return isArrayOfBlocksInputProps(props) ? <Text {...props} /> : props.renderDefault(props);
}

function Text(props: ArrayOfObjectsInputProps) {
  const { value } = props;
  const rendered = useRef(props);
  /** The value with the changes that are not rendered yet. */
  const current = useRef<unknown>(value);
  useEffect(() => {
    rendered.current = props;
  });
  useEffect(() => {
    current.current = value;
  }, [value]);
  const onChange = useCallback((change: FormPatch | FormPatch[] | PatchEvent) => {
    const patches = "patches" in change ? change.patches : [change].flat();
    current.current = applyAll(current.current ?? [], patches);
    const removes = patches.some(({ type }) => type === "unset");
    const isNew = !rendered.current.value?.length;
    const isEmpty = !Array.isArray(current.current) || current.current.length === 0;
    rendered.current.onChange(removes && isNew && !isEmpty ? set(current.current) : change);
  }, []);
  return props.renderDefault({ ...props, onChange });
}
