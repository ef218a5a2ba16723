import { useEffect, useRef } from "react";
import { usePerspective, useSetPerspective, type DocumentActionComponent } from "sanity";

/**
 * Makes the Unpublish action switch to the draft. It would stay on the published version, whose
 * form is empty afterwards, as if everything were gone.
 */
export function thenShowDraft(unpublish: DocumentActionComponent): DocumentActionComponent {
  const Action: DocumentActionComponent = (props) => {
    const description = unpublish(props);
    const { selectedPerspectiveName } = usePerspective();
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
    return description;
  };
  Action.action = unpublish.action;
  return Action;
}
