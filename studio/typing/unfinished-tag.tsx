import { useEffect, useRef } from "react";
import {
  definePlugin,
  isArrayOfPrimitivesInputProps,
  isString,
  set,
  type ArrayOfPrimitivesInputProps,
  type InputProps,
} from "sanity";

/** A tag without Enter is added when its field is left: it stood beside the others, and was lost. */
export const unfinishedTag = definePlugin({
  name: "unfinished-tag",
  form: { components: { input: Input } },
});

function Input(props: InputProps) {
  const isTags =
    isArrayOfPrimitivesInputProps(props) && String(props.schemaType.options?.layout) === "tags";
  return isTags ? <Tags {...props} /> : props.renderDefault(props);
}

function Tags(props: ArrayOfPrimitivesInputProps) {
  const root = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    const field = () => root.current?.querySelector("input");
    const input = field();
    // Before the form saves what it has.
    const beforeClosing = () => finish(field());
    window.addEventListener("beforeunload", beforeClosing, true);
    return () => {
      window.removeEventListener("beforeunload", beforeClosing, true);
      const tag = input?.value ?? "";
      const { value = [], onChange } = latest.current;
      if (tag.trim()) onChange(set([...value.filter(isString), tag]));
    };
  }, []);
  return (
    <div
      ref={root}
      onBlur={({ target }) => {
        // When another window gets the focus, the field is still the active one of this.
        if (target !== document.activeElement && target instanceof HTMLInputElement) finish(target);
      }}
    >
      {props.renderDefault(props)}
    </div>
  );
}

/** Adds what is in the field as Enter does. */
function finish(field: HTMLInputElement | null | undefined) {
  if (!field?.value.trim()) return;
  field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
}
