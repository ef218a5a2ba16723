import { defineBehavior, raise } from "@portabletext/editor/behaviors";
import { BehaviorPlugin } from "@portabletext/editor/plugins";
import type { PortableTextPluginsProps } from "sanity";
import { betterForm } from "./clipboard";

const takeBetterForm = defineBehavior({
  on: "deserialize.data",
  guard: ({ event }) => {
    const plain = event.originEvent.originEvent.dataTransfer.getData("text/plain");
    const better = betterForm(event, plain);
    return better ? { ...event, ...better } : false;
  },
  actions: [(_, better) => [raise(better)]],
});

const behaviors = [takeBetterForm];

/** What the editor of texts does beside what Sanity's own does. */
export const TextPlugins = (props: PortableTextPluginsProps) => (
  <>
    {props.renderDefault(props)}
    <BehaviorPlugin behaviors={behaviors} />
  </>
);
