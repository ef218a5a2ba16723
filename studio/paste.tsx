import { defineBehavior, raise } from "@portabletext/editor/behaviors";
import { BehaviorPlugin } from "@portabletext/editor/plugins";
import type { PortableTextPluginsProps } from "sanity";
import { pastedMarkdown } from "./markdown";
import { withOwnTables } from "./pasted-table";
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

/** The editor makes tables of a form of its own. */
const makeOwnTables = defineBehavior({
  on: "deserialization.success",
  guard: ({ event }) => withOwnTables(event.data) ?? false,
  actions: [({ event }, data) => [raise({ ...event, data })]],
});

const behaviors = [takeMarkdown, makeOwnTables];

/** What the editor of texts does beside what Sanity's own does. */
export const TextPlugins = (props: PortableTextPluginsProps) => (
  <>
    {props.renderDefault(props)}
    <BehaviorPlugin behaviors={behaviors} />
    <FollowTyping />
  </>
);
