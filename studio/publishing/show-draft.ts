import { UnpublishIcon } from "@sanity/icons/Unpublish";
import { useEffect, useRef } from "react";
import {
  usePerspective,
  useSetPerspective,
  type DocumentActionComponent,
  type DocumentActionDescription,
} from "sanity";

/**
 * Makes the Unpublish action say where it works, ask in one dialog, and switch to the draft
 * afterward: it would stay on the published version, whose form is empty then, as if everything
 * were gone.
 */
export function thenShowDraft(unpublish: DocumentActionComponent): DocumentActionComponent {
  const Action: DocumentActionComponent = (props) => {
    const description = unpublish(props);
    const { selectedPerspective, selectedPerspectiveName } = usePerspective();
    const setPerspective = useSetPerspective();
    const wasPublished = useRef(false);
    const isPublished = props.published !== null;
    const hasDraft = props.draft !== null;
    useEffect(() => {
      if (isPublished) wasPublished.current = true;
      // The draft may arrive after the published version has gone.
      if (isPublished || !wasPublished.current || !hasDraft) return;
      wasPublished.current = false;
      if (selectedPerspectiveName === "published") setPerspective("drafts");
    }, [isPublished, hasDraft, selectedPerspectiveName, setPerspective]);
    if (description ?? (props.liveEdit || !isPublished || selectedPerspective !== "drafts")) {
      return withOneDialog(description);
    }
    // Sanity leaves it out beside a draft, where an editor looks for it.
    return { label: "Unpublish (select Published first)", icon: UnpublishIcon, disabled: true };
  };
  Action.action = unpublish.action;
  return Action;
}

/**
 * Sanity nests its confirmation dialog in another, empty dialog, which keeps the focus, so the
 * confirmation could not be answered by keyboard.
 */
function withOneDialog(
  description: DocumentActionDescription | null,
): DocumentActionDescription | null {
  if (!description?.dialog || description.dialog.type !== "dialog") return description;
  return { ...description, dialog: { type: "custom", component: description.dialog.content } };
}
