import { Button, Card, Flex, Text } from "@sanity/ui";
import { isReferenceSchemaType, unset, type InputProps } from "sanity";

/**
 * The input of a field, or, where a script wrote something that it cannot show, the value and a way
 * to remove it. Sanity's inputs for dates and references crash on such a value, and show a stack
 * trace.
 */
export function ReadableInput(props: InputProps) {
  const written = unreadable(props.schemaType, props.value);
  if (written === undefined) return props.renderDefault(props);
  return <UnreadableValue {...props} written={written} />;
}

interface UnreadableValueProps extends Pick<InputProps, "onChange" | "readOnly"> {
  written: unknown;
}

/** Enough of a value to recognize it. */
const maxLength = 200;

/** Shows what a script wrote into a field that cannot show it, and offers to remove it. */
export function UnreadableValue({ written, onChange, readOnly }: UnreadableValueProps) {
  const shown = JSON.stringify(written);
  return (
    <Card tone="critical" border radius={2} padding={3} role="alert">
      <Flex align="center" justify="space-between" gap={3} wrap="wrap">
        <Text size={1}>
          This field cannot hold{" "}
          {shown.length > maxLength ? `${shown.slice(0, maxLength)}…` : shown}: it was not written
          in the Studio.
        </Text>
        <Button
          mode="ghost"
          tone="critical"
          text="Remove value"
          disabled={readOnly}
          onClick={() => onChange(unset())}
        />
      </Flex>
    </Card>
  );
}

/** The part of a value on which its input would crash. */
function unreadable(schemaType: InputProps["schemaType"], value: unknown): unknown {
  if (schemaType.jsonType === "string")
    return typeof value === "string" ? undefined : (value ?? undefined);
  if (!isReferenceSchemaType(schemaType) || typeof value !== "object" || value === null) return;
  return "_ref" in value && typeof value._ref !== "string" ? (value._ref ?? undefined) : undefined;
}
