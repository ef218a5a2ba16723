import { useEffect } from "react";
import { definePlugin, type BlockProps, type LayoutProps } from "sanity";
import { holdForDialog, useFirstField } from "./first-field";

/** The dialog of a block in a text opens with the focus in its first field that takes text. */
export const openedBlock = definePlugin({
  name: "opened-block",
  studio: { components: { layout: HoldFromInsertion } },
  form: { components: { block: OpenedBlock } },
});

/** What inserts a block, by the name that Sanity gives it: a button, or an entry of its menu. */
const inserting = "[aria-label^='Insert '][aria-label$=' (block)']";

/**
 * Holds what is typed after a block was inserted from the toolbar. The Studio opens its dialog once
 * the form has received the block; what was typed until then was lost.
 */
function HoldFromInsertion(props: LayoutProps) {
  useEffect(() => {
    const begin = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest(inserting)) holdForDialog();
    };
    document.addEventListener("click", begin, true);
    return () => document.removeEventListener("click", begin, true);
  }, []);
  return props.renderDefault(props);
}

function OpenedBlock(props: BlockProps) {
  useFirstField(props);
  return props.renderDefault(props);
}
