import { defineBehavior, raise } from "@portabletext/editor/behaviors";
import { BehaviorPlugin } from "@portabletext/editor/plugins";
import type { PortableTextPluginsProps } from "sanity";
import { isMarkdown } from "./markdown";

/** The editor reads Markdown, but only what says that it is, and no clipboard does. */
const takeMarkdown = defineBehavior({
  on: "deserialize.data",
  guard: ({ event }) => {
    if (event.mimeType !== "text/plain" && event.mimeType !== "text/html") return false;
    const { dataTransfer } = event.originEvent.originEvent;
    const text = dataTransfer.getData("text/plain");
    return isMarkdown(text, dataTransfer.getData("text/html")) && { text };
  },
  actions: [({ event }, { text }) => [raise({ ...event, mimeType: "text/markdown", data: text })]],
});

const behaviors = [takeMarkdown];

/** What the editor of texts does beside what Sanity's own does. */
export const TextPlugins = (props: PortableTextPluginsProps) => (
  <>
    {props.renderDefault(props)}
    <BehaviorPlugin behaviors={behaviors} />
  </>
);
