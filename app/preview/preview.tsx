import { createDataAttribute } from "@sanity/visual-editing/create-data-attribute";
import { VisualEditing } from "@sanity/visual-editing/remix";
import type { ReactNode } from "react";
import { FieldAttribute, type EditedDocument } from "./editing";
import { PreviewBar } from "./preview-bar";
import type { PreviewState } from "./state";
import { useFollowChanges } from "./use-follow-changes";

/** Where the Studio is on this origin. */
const baseUrl = "/studio";

const fieldAttribute = ({ id, type, at }: EditedDocument, path: string) =>
  createDataAttribute({ baseUrl, id, type })(at ? `${at}.${path}` : path);

/** What a preview adds to a page: the bar, the way to the Studio's fields, and that it follows what is typed there. */
export default function Preview({ state, children }: { state: PreviewState; children: ReactNode }) {
  return (
    <FieldAttribute.Provider value={state.drafts ? fieldAttribute : null}>
      {children}
      <PreviewBar state={state} />
      {state.drafts && <Following />}
    </FieldAttribute.Provider>
  );
}

function Following() {
  useFollowChanges();
  // The page follows the lake itself; only the Studio's own reload button asks through the frame.
  return (
    <VisualEditing
      refresh={(payload, reload) => (payload.source === "manual" ? reload() : false)}
    />
  );
}
