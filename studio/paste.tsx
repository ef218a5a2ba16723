import { defineBehavior, raise } from "@portabletext/editor/behaviors";
import { BehaviorPlugin } from "@portabletext/editor/plugins";
import type { PortableTextPluginsProps } from "sanity";
import { pastedMarkdown } from "./markdown";
import { FollowTyping } from "./publish-typed";

/** The editor reads Markdown, but only what says that it is, and no clipboard does. */
const takeMarkdown = defineBehavior({
  on: "deserialize",
  guard: ({ event }) =>
    pastedMarkdown((type) => event.originEvent.originEvent.dataTransfer.getData(type)),
  actions: [
    ({ event }, data) => [
      raise({
        type: "deserialize.data",
        mimeType: "text/markdown",
        data,
        originEvent: event.originEvent,
      }),
    ],
  ],
});

const behaviors = [takeMarkdown];

/** What the editor of texts does beside what Sanity's own does. */
export const TextPlugins = (props: PortableTextPluginsProps) => (
  <>
    {props.renderDefault(props)}
    <BehaviorPlugin behaviors={behaviors} />
    <FollowTyping />
  </>
);
