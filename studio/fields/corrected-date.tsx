import { Fragment, useState } from "react";
import { definePlugin, isStringInputProps, type InputProps, type StringInputProps } from "sanity";
import { useRememberedUnreadable } from "./remembered-unreadable";

/**
 * Shows the stored date again when a wrong one is corrected to it. Sanity's input went on showing
 * the text that was not a date, because the value had not changed.
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
    <div ref={useRememberedUnreadable(props.id)} style={{ display: "contents" }}>
      <Fragment key={corrections}>{props.renderDefault({ ...props, onChange })}</Fragment>
    </div>
  );
}
