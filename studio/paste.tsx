import { defineBehavior, effect, raise } from "@portabletext/editor/behaviors";
import { BehaviorPlugin } from "@portabletext/editor/plugins";
import { useToast } from "@sanity/ui";
import { useMemo } from "react";
import type { PortableTextPluginsProps } from "sanity";
import { HoldCaret } from "./caret";
import { pastedMarkdown } from "./markdown";
import { tableBlock, takes, type PastedInto } from "./pasted-blocks";
import { readHtml } from "./pasted-html";
import { readMarkdown } from "./pasted-markdown";
import { FollowTyping } from "./publish-typed";
import { isSheet, sheetCells } from "./table-cells";

/**
 * Reads what is pasted into blocks of our own, before Sanity's Studio and its editor read it into theirs.
 *
 * @param tell says how many pictures were left out
 */
const makeOwnBlocks = (tell: (leftOut: number) => void) =>
  defineBehavior({
    on: "deserialize",
    guard: ({ event, snapshot: { context } }) => {
      const { dataTransfer } = event.originEvent.originEvent;
      const pasted = readPasted((type) => dataTransfer.getData(type), context);
      return pasted && (pasted.blocks.length > 0 || pasted.leftOut > 0) && pasted;
    },
    actions: [
      ({ event: { originEvent } }, { blocks, leftOut }) => [
        ...(blocks.length > 0
          ? [
              raise({
                type: "deserialization.success",
                mimeType: "text/html",
                data: blocks,
                originEvent,
              }),
            ]
          : []),
        ...(leftOut > 0 ? [effect(() => tell(leftOut))] : []),
      ],
    ],
  });

/** @param read gives what the clipboard holds of a type, or nothing */
function readPasted(read: (type: string) => string, into: PastedInto) {
  const markdown = pastedMarkdown(read);
  if (markdown) return readMarkdown(markdown, into);
  const html = read("text/html");
  const text = read("text/plain");
  if (!html && isSheet(text) && takes(into, "table")) {
    return { blocks: [tableBlock(into, sheetCells(text))], leftOut: 0 };
  }
  // Blocks that were copied in the Studio are blocks already. And where the browser corrects a word, what it calls HTML
  // is the word alone.
  if (!html || read("application/x-portable-text") || html === text) return false;
  return readHtml(html, into);
}

/** What the editor of texts does beside what Sanity's own does. */
export function TextPlugins(props: PortableTextPluginsProps) {
  const { push } = useToast();
  const behaviors = useMemo(
    () => [
      makeOwnBlocks((leftOut) =>
        push({
          status: "warning",
          title: leftOut === 1 ? "A picture was left out" : `${leftOut} pictures were left out`,
          description: "Save it as a file and drop it where it belongs.",
          closable: true,
          duration: 30_000,
        }),
      ),
    ],
    [push],
  );
  return (
    <>
      {props.renderDefault(props)}
      <BehaviorPlugin behaviors={behaviors} />
      <HoldCaret />
      <FollowTyping />
    </>
  );
}
