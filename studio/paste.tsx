import { defineBehavior, raise } from "@portabletext/editor/behaviors";
import { BehaviorPlugin } from "@portabletext/editor/plugins";
import type { PortableTextPluginsProps } from "sanity";
import { isMarkdown } from "./markdown";

/** The editor reads Markdown, but only what says that it is, and no clipboard does. */
const takeMarkdown = defineBehavior({
  on: "deserialize.data",
  guard: ({ event }) => event.mimeType === "text/plain" && isMarkdown(event.data),
  actions: [({ event }) => [raise({ ...event, mimeType: "text/markdown" })]],
});

const behaviors = [takeMarkdown];

/** What the editor of texts does beside what Sanity's own does. */
export const TextPlugins = (props: PortableTextPluginsProps) => (
  <>
    {props.renderDefault(props)}
    <BehaviorPlugin behaviors={behaviors} />
  </>
);
