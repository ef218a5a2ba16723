import { defineBehavior, effect, raise } from "@portabletext/editor/behaviors";
import { BehaviorPlugin } from "@portabletext/editor/plugins";
import { useToast } from "@sanity/ui";
import { useMemo } from "react";
import { useClient, type PortableTextPluginsProps } from "sanity";
import { pasteBeforeHeading } from "./before-heading";
import { caretAfterPasted } from "./caret-after-pasted";
import { HoldCaret } from "../typing/focus/caret-workaround";
import { SelectClickedBlock } from "../typing/text/clicked-block";
import { TypeAfterLoading } from "../typing/opening/clicked-while-loading";
import { ReturnToBlock } from "../typing/opening/opened-block";
import { headingStyle } from "./heading-levels";
import { pastedMarkdown } from "./markdown";
import { tableBlock, takes, type PastedInto } from "./pasted-blocks";
import { readHtml } from "./pasted-html";
import { readMarkdown } from "./pasted-markdown";
import { leftOutMessage, type PastedPicture } from "./pasted-pictures";
import { RestoreByRedo } from "../typing/text/redone-blocks";
import { FollowTyping } from "../publishing/publish-typed";
import { isSheet, sheetCells } from "../tables/table-cells";
import { KnownEditor } from "../typing/text/text-editor";
import { caretAfterPreview } from "../typing/focus/caret-after-preview";
import { typedAfterBlock } from "../typing/text/typed-after-block";
import { TypeFromToolbar } from "../typing/keys/typed-on-toolbar";

interface PictureActions {
  /** Reports which pictures were left out. */
  tell: (names: readonly string[]) => void;
  /** Uploads a picture, and returns the id of its asset. */
  upload: (picture: PastedPicture) => Promise<string>;
}

/**
 * Parses pasted content into our own blocks, before Sanity's Studio and its editor parse it into
 * theirs.
 */
const makeOwnBlocks = ({ tell, upload }: PictureActions) =>
  defineBehavior({
    on: "deserialize",
    guard: ({ event, snapshot: { context } }) =>
      readPasted(event.originEvent.originEvent.dataTransfer, context),
    actions: [
      ({ event: { originEvent } }, { blocks, pictures, leftOut }) => [
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
        ...(leftOut.length > 0 ? [effect(() => tell(leftOut))] : []),
        ...pictures.map((picture) =>
          effect(({ send }) => {
            upload(picture).then(
              (_ref) =>
                send({
                  type: "block.set",
                  at: [{ _key: picture.key }],
                  props: { asset: { _type: "reference", _ref } },
                }),
              () => tell([picture.name]),
            );
          }),
        ),
      ],
    ],
  });

/** @returns our blocks of the clipboard, or false where the editor's own parser is better */
function readPasted(clipboard: DataTransfer, into: PastedInto) {
  const read = (type: string) => clipboard.getData(type);
  const markdown = pastedMarkdown(read);
  if (markdown) return readMarkdown(markdown, into);
  const html = read("text/html");
  const text = read("text/plain");
  if (!html && isSheet(text) && takes(into, "table")) {
    return { blocks: [tableBlock(into, sheetCells(text))], pictures: [], leftOut: [] };
  }
  // Blocks copied in the Studio are already blocks. And when the browser corrects a word, the HTML
  // is only the word.
  if (!html || read("application/x-portable-text") || html === text) return false;
  // A picture copied alone: the Studio uploads its file, and the HTML is the same picture again.
  if (!text && clipboard.files.length > 0) return { blocks: [], pictures: [], leftOut: [] };
  const pasted = readHtml(html, into);
  return (pasted.blocks.length > 0 || pasted.leftOut.length > 0) && pasted;
}

/** Additions to Sanity's rich-text editor. */
export function TextPlugins(props: PortableTextPluginsProps) {
  const { push } = useToast();
  const client = useClient({ apiVersion: "2025-02-19" });
  const behaviors = useMemo(
    () => [
      typedAfterBlock,
      ...caretAfterPreview,
      pasteBeforeHeading,
      caretAfterPasted,
      makeOwnBlocks({
        tell: (names) =>
          push({
            ...leftOutMessage(names),
            status: "warning",
            closable: true,
            duration: 30_000,
          }),
        upload: async ({ file }) => (await client.assets.upload("image", file))._id,
      }),
    ],
    [push, client],
  );
  const plugins = useMemo(
    () => ({
      ...props.plugins,
      // The site sets quotes and dashes itself (app/content/typeset.ts). Converted here while
      // another person wrote in the same paragraph, they scrambled the words of both.
      typography: { enabled: false },
      // The editor leaves "# " and "##### " in the text: there are no such styles.
      markdown: { config: { ...props.plugins.markdown?.config, headingStyle } },
    }),
    [props.plugins],
  );
  return (
    <>
      {props.renderDefault({ ...props, plugins })}
      <BehaviorPlugin behaviors={behaviors} />
      <HoldCaret />
      <ReturnToBlock />
      <RestoreByRedo />
      <SelectClickedBlock />
      <TypeAfterLoading />
      <TypeFromToolbar />
      <KnownEditor />
      <FollowTyping />
    </>
  );
}
