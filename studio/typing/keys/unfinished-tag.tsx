import { useEffect, useRef } from "react";
import {
  definePlugin,
  isArrayOfPrimitivesInputProps,
  isString,
  set,
  type ArrayOfPrimitivesInputProps,
  type InputProps,
} from "sanity";

/**
 * A tag without Enter is added when its field is left: it stayed text next to the tags, and was
 * lost.
 */
export const unfinishedTag = definePlugin({
  name: "unfinished-tag",
  form: { components: { input: Input } },
});

function Input(props: InputProps) {
  return isArrayOfPrimitivesInputProps(props) && isTags(props) ? (
    <Tags {...props} />
  ) : (
    props.renderDefault(props)
  );
}

/** Whether a list of texts is shown as tags, in one field. */
export const isTags = ({ schemaType }: ArrayOfPrimitivesInputProps): boolean =>
  String(schemaType.options?.layout) === "tags";

/** The fields of tags that are on the page. */
const fields = new Set<HTMLInputElement>();

/** Adds what is in fields of tags: Publish may come by a shortcut, without leaving them. */
export function addUnfinishedTags(): void {
  for (const field of fields) finish(field);
}

function Tags(props: ArrayOfPrimitivesInputProps) {
  const root = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    const field = root.current?.querySelector("input");
    if (!field) return;
    const leave = () => {
      // When another window gets the focus, the field is still the active one of this.
      if (field !== document.activeElement) finish(field);
    };
    fields.add(field);
    field.addEventListener("blur", leave);
    return () => {
      fields.delete(field);
      field.removeEventListener("blur", leave);
      const { value = [], onChange } = latest.current;
      if (field.value.trim()) onChange(set([...value.filter(isString), field.value]));
    };
  }, []);
  return (
    <div ref={root} style={{ display: "contents" }}>
      {props.renderDefault(props)}
    </div>
  );
}

/** Adds what is in the field as Enter does. */
function finish(field: HTMLInputElement) {
  if (!field.value.trim()) return;
  field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
}
