import { Stack, Text } from "@sanity/ui";
import { definePlugin, type InputProps } from "sanity";
import { isRecord } from "../../schemas/is-record";
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
        {`${words} ${words === 1 ? "word" : "words"}${hasBlocks(props.value) ? ", not counting quotes, callouts, code and tables" : ""}${words === 0 ? "" : ` · ${minutes} min to read`}`}
      </Text>
    </Stack>
  );
}

/** Whether some of the body is not counted: its number of words was taken for that of all. */
const hasBlocks = (body: unknown): boolean =>
  Array.isArray(body) && body.some((part) => isRecord(part) && part._type !== "block");
