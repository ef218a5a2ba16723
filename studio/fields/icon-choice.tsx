import { Box, Button, Card, Flex, Grid, Text } from "@sanity/ui";
import { useState } from "react";
import { definePlugin, isString, set, type InputProps, type StringInputProps } from "sanity";
// eslint-disable-next-line no-restricted-imports -- a picture, no code of the app
import spriteUrl from "../../app/ui/icons.svg?url";

/** Icons are chosen by their images: the list of names said "Badge check" and "Building 2". */
export const iconChoice = definePlugin({
  name: "icon-choice",
  form: {
    components: {
      input: (props: InputProps) =>
        props.schemaType.name === "icon" && isStringInput(props) ? (
          <IconChoice {...props} />
        ) : (
          props.renderDefault(props)
        ),
    },
  },
});

const isStringInput = (props: InputProps): props is StringInputProps =>
  props.schemaType.jsonType === "string" && (props.value === undefined || isString(props.value));

function IconChoice({ value, onChange, readOnly, schemaType, elementProps }: StringInputProps) {
  const [isOpen, setOpen] = useState(false);
  const icons = (schemaType.options?.list ?? []).flatMap((each) =>
    typeof each === "string" ? [] : [each],
  );
  const chosen = icons.find((icon) => icon.value === value);
  const choose = isOpen ? "Close the icons" : chosen ? "Choose another icon" : "Choose an icon";
  return (
    <Flex direction="column" gap={3}>
      <Flex align="center" gap={3}>
        {chosen && <Drawing name={chosen.value} size={28} />}
        <Box flex={1}>
          <Text muted={!chosen}>{chosen ? chosen.title : (value ?? "No icon yet")}</Text>
        </Box>
        <Button
          {...elementProps}
          mode="ghost"
          disabled={readOnly}
          aria-expanded={isOpen}
          // The label of the field alone tells neither what is chosen nor what the button does.
          aria-label={choose}
          text={choose}
          onClick={() => setOpen(!isOpen)}
        />
      </Flex>
      {isOpen && (
        <Card border padding={2} radius={2} role="group" aria-label="Icons">
          <Grid style={{ gridTemplateColumns: "repeat(auto-fill, minmax(2.75rem, 1fr))" }} gap={1}>
            {icons.map((icon) => (
              <Button
                key={icon.value}
                mode="bleed"
                selected={icon.value === value}
                aria-pressed={icon.value === value}
                aria-label={icon.title}
                title={icon.title}
                disabled={readOnly}
                onClick={() => {
                  onChange(set(icon.value));
                  setOpen(false);
                }}
              >
                <Flex align="center" justify="center">
                  <Drawing name={icon.value ?? ""} size={22} />
                </Flex>
              </Button>
            ))}
          </Grid>
        </Card>
      )}
    </Flex>
  );
}

const Drawing = ({ name, size }: { name: string | undefined; size: number }) => (
  <svg
    aria-hidden
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={1.75}
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <use href={`${spriteUrl}#${name}`} />
  </svg>
);
