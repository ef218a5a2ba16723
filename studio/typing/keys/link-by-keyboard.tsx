import { PortableTextEditor, type HotkeyOptions } from "@portabletext/editor";
import { useMemo } from "react";
import {
  definePlugin,
  isArrayOfBlocksInputProps,
  type ArrayOfObjectsInputProps,
  type InputProps,
} from "sanity";
import { holdForField } from "../opening/held-for-field";

/**
 * Ctrl+K (⌘K) makes a link of the selected words, as in every editor of texts. Sanity's opened the
 * search, and what was typed as the link's target was searched for. Without a selection, and in a
 * link, it still does.
 */
export const linkByKeyboard = definePlugin({
  name: "link-by-keyboard",
  form: { components: { input: Input } },
});

const link = { name: "link" };

function Input(props: InputProps) {
  return isArrayOfBlocksInputProps(props) ? <Text {...props} /> : props.renderDefault(props);
}

function Text(props: ArrayOfObjectsInputProps) {
  const { path, onItemOpen } = props;
  const hotkeys = useMemo<HotkeyOptions>(
    () => ({
      custom: {
        "mod+k": (event, editor) => {
          if (!PortableTextEditor.isExpandedSelection(editor)) return;
          if (PortableTextEditor.isAnnotationActive(editor, link.name)) return;
          event.preventDefault();
          event.stopPropagation();
          holdForField();
          const added = PortableTextEditor.addAnnotation(editor, link, {});
          if (added) onItemOpen(path.concat(added.markDefPath));
        },
      },
    }),
    [path, onItemOpen],
  );
  const withLink = { ...props, hotkeys };
  return props.renderDefault(withLink);
}
