import { Fragment, useLayoutEffect, useRef, useState } from "react";
import {
  definePlugin,
  getPublishedId,
  isStringInputProps,
  useFormValue,
  type InputProps,
  type StringInputProps,
} from "sanity";
import { noteUnreadable, showsStored } from "../publishing/unreadable-input";

/**
 * Shows the stored date again when a wrong one is corrected to it. Sanity's input went on showing
 * the text that was no date, because the value had not changed. A text that is no date is remembered
 * when another tab of the form is opened: Publish left it out, and an article was live at once.
 */
export const correctedDate = definePlugin({
  name: "corrected-date",
  form: { components: { input: Input } },
});

function Input(props: InputProps) {
  const isDate = ["date", "datetime"].includes(props.schemaType.name);
  return isDate && isStringInputProps(props) ? <DateText {...props} /> : props.renderDefault(props);
}

function DateText(props: StringInputProps) {
  const [corrections, setCorrections] = useState(0);
  const onChange: StringInputProps["onChange"] = (patch) => {
    props.onChange(patch);
    const isSame = "type" in patch && patch.type === "set" && patch.value === props.value;
    if (isSame) setCorrections((count) => count + 1);
  };
  return (
    <div ref={useRemembered(props.id)} style={{ display: "contents" }}>
      <Fragment key={corrections}>{props.renderDefault({ ...props, onChange })}</Fragment>
    </div>
  );
}

function useRemembered(field: string) {
  const id = getPublishedId(String(useFormValue(["_id"])));
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const shown = place.current;
    showsStored(id, field);
    return () => void (shown && noteUnreadable(id, field, shown));
  }, [id, field]);
  return place;
}
