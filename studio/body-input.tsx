import { Stack, Text } from "@sanity/ui";
import type { InputProps } from "sanity";
import { countWords, minutesFor } from "../schemas/reading-time";

/** The editor of an article's body, and below it how long that has become. */
export function BodyInput(props: InputProps) {
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
