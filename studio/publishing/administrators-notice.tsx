import { Card, Stack, Text } from "@sanity/ui";
import { definePlugin, isObjectInputProps, useCurrentUser, type InputProps } from "sanity";
import { isForAdministrators, whyDisabled } from "./administrators-publish";

/**
 * Says above the form why its Publish button is disabled for an editor. The tooltip of the button
 * is for a mouse only.
 */
export const administratorsNotice = definePlugin({
  name: "administrators-notice",
  form: { components: { input: DocumentInput } },
});

function DocumentInput(props: InputProps) {
  const roles = useCurrentUser()?.roles;
  const isDocument = props.id === "root" && isObjectInputProps(props);
  if (!isDocument || !isForAdministrators(props.schemaType.name, "publish", roles)) {
    return props.renderDefault(props);
  }
  return (
    <Stack space={5}>
      <Card tone="transparent" border radius={2} padding={4}>
        <Text size={1}>{whyDisabled}</Text>
      </Card>
      {props.renderDefault(props)}
    </Stack>
  );
}
