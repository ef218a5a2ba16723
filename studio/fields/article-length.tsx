import { Stack, Text } from "@sanity/ui";
import { definePlugin, useFormValue, type InputProps } from "sanity";
import { isRecord } from "../../schemas/edits/is-record";
import { countWords, minutesFor } from "../../schemas/validation/reading-time";

/** Shows the length of an article's body below its editor. */
export const articleLength = definePlugin({
  name: "article-length",
  form: { components: { input: BodyInput } },
});

function BodyInput(props: InputProps) {
  if (props.schemaType.name !== "articleBody") return props.renderDefault(props);
  return (
    <Stack space={3}>
      {props.renderDefault(props)}
      <Length body={props.value} />
    </Stack>
  );
}

function Length({ body }: { body: unknown }) {
  const written = useFormValue(["readTime"]);
  const words = countWords(body);
  // What visitors read: an editor may have set another time.
  const minutes = typeof written === "number" ? written : minutesFor(words);
  return (
    <Text size={1} muted>
      {`${words} ${words === 1 ? "word" : "words"}${hasBlocks(body) ? ", not counting quotes, callouts, code and tables" : ""}${words === 0 ? "" : ` · ${minutes} min to read`}`}
    </Text>
  );
}

/** Whether some of the body is not counted: its number of words was taken for that of all. */
const hasBlocks = (body: unknown): boolean =>
  Array.isArray(body) && body.some((part) => isRecord(part) && part._type !== "block");
