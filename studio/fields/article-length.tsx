import { Stack, Text } from "@sanity/ui";
import { definePlugin, type InputProps } from "sanity";
import { countWords, minutesFor } from "../../schemas/reading-time";

/** Shows the length of an article's body below its editor. */
export const articleLength = definePlugin({
  name: "article-length",
  form: { components: { input: BodyInput } },
});

function BodyInput(props: InputProps) {
  if (props.schemaType.name !== "articleBody") return props.renderDefault(props);
  const words = countWords(props.value);
  const minutes = minutesFor(words);
  return (
    <Stack space={3}>
      {props.renderDefault(props)}
      <Text size={1} muted>
        {`${words} ${words === 1 ? "word" : "words"}, ${minutes} min to read`}
      </Text>
    </Stack>
  );
}
