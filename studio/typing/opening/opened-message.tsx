import { useEffect } from "react";
import { definePlugin, type LayoutProps } from "sanity";
import { placeCaretAtEnd } from "./held-keys";
import { lastDialog, restMilliseconds } from "./held-for-field";
import { jumpedFieldIn } from "./jumped-field";
import { isLetterOnButton } from "../keys/letter-on-button";

/**
 * A message of the validation leads to its field, even where that is a group, and where its dialog
 * is open already: then the focus stayed on the message, and what was typed went nowhere.
 */
export const openedMessage = definePlugin({
  name: "opened-message",
  studio: { components: { layout: OpenedMessage } },
});

const messages = "[data-ui=DocumentInspectorPanel] button[data-ui=Card]";

const focusedMessage = () => document.activeElement?.closest(messages);

function OpenedMessage(props: LayoutProps) {
  useEffect(() => {
    let resting: ReturnType<typeof setTimeout> | undefined;
    const lead = ({ target }: Event) => {
      clearTimeout(resting);
      // The form moves the focus first, where it does.
      if (target instanceof Element && target.closest(messages))
        resting = setTimeout(focusField, 2 * restMilliseconds);
    };
    const leadNow = (event: KeyboardEvent) => {
      if (isLetterOnButton(event)) focusField();
    };
    document.addEventListener("click", lead);
    document.addEventListener("keydown", leadNow, true);
    return () => {
      clearTimeout(resting);
      document.removeEventListener("click", lead);
      document.removeEventListener("keydown", leadNow, true);
    };
  }, []);
  return props.renderDefault(props);
}

/** Moves the focus to the field at which the form was opened, if it is on a message still. */
function focusField(): void {
  if (!focusedMessage()) return;
  const field = jumpedFieldIn(lastDialog() ?? document.body);
  field?.focus();
  placeCaretAtEnd(field ?? null);
}
