import type { DocumentActionComponent } from "sanity";
import { isHosted } from "../environment";
import { useDelay } from "../lake/outage";

/**
 * Disables an action while the site does not respond. A Delete that was confirmed offline was
 * carried out whenever the connection came back, or never, without a word; a Publish included what
 * was typed until then.
 */
export function disabledOffline(action: DocumentActionComponent): DocumentActionComponent {
  // A hosted project's Studio does not know its connection.
  if (isHosted) return action;
  const Action: DocumentActionComponent = (props) => {
    const description = action(props);
    const delay = useDelay();
    // With a reason, the site responds: then the action itself says what is wrong.
    if (!description || !delay || delay.reason !== null) return description;
    const title = `The site is not responding. “${description.label}” works again once it is back.`;
    return { ...description, title, disabled: true, dialog: null };
  };
  Action.action = action.action;
  return Action;
}
