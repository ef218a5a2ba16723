import { Stack, Text } from "@sanity/ui";
import { useState } from "react";
import { definePlugin, isNumberInputProps, type InputProps, type NumberInputProps } from "sanity";
import { useRememberedUnreadable } from "./remembered-unreadable";

/**
 * Keeps the stored number while the text of its field is not a number yet, and says so. Sanity's
 * input removes the number: "1e" in the price of a plan left it without one, and its card said "$?
 * a month".
 */
export const unfinishedNumber = definePlugin({
  name: "unfinished-number",
  form: { components: { input: Input } },
});

function Input(props: InputProps) {
  return isNumberInputProps(props) ? <NumberText {...props} /> : props.renderDefault(props);
}

function NumberText(props: NumberInputProps) {
  const { value, elementProps } = props;
  /**
   * What was stored when the text became no number: when someone else changes it, that is shown.
   */
  const [unfinished, setUnfinished] = useState<{ stored: number | undefined } | null>(null);
  const isUnfinished = unfinished !== null && unfinished.stored === value;
  const shown = {
    ...elementProps,
    // The browser's own value of such a text: React would put the stored number in its place.
    value: isUnfinished ? "" : elementProps.value,
    onChange: (event: React.FormEvent<HTMLInputElement>) => {
      if (event.currentTarget.validity.badInput) return setUnfinished({ stored: value });
      setUnfinished(null);
      elementProps.onChange(event);
    },
  };
  return (
    <Stack space={3} ref={useRememberedUnreadable(props.id)}>
      {props.renderDefault({ ...props, elementProps: shown })}
      {isUnfinished && (
        <Text size={1} muted role="status">
          This is not a number.
          {value !== undefined && ` ${value} stays stored until it is.`}
        </Text>
      )}
    </Stack>
  );
}
