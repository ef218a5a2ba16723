import { createDataAttribute } from "@sanity/visual-editing/create-data-attribute";
import type { ReactNode } from "react";
import { FieldAttribute, type EditedDocument } from "~/ui/editable-field";
import { PreviewBar } from "./preview-bar";
import type { PreviewState } from "./state";
import StudioLink from "./studio-link";
import { useFollowChanges } from "./use-follow-changes";
import { useRestingPointer } from "./use-resting-pointer";
import { useTallTargets } from "./use-tall-targets";

/** The Studio's path on this origin. */
const baseUrl = "/studio";

const fieldAttribute = ({ id, type, at }: EditedDocument, path: string) =>
  createDataAttribute({ baseUrl, id, type })(at ? `${at}.${path}` : path);

/**
 * What a preview adds to a page: the bar, the links to the Studio's fields, and live updates while
 * an editor types.
 */
export default function Preview({ state, children }: { state: PreviewState; children: ReactNode }) {
  useFollowChanges(state.problem === null);
  useRestingPointer();
  useTallTargets();
  return (
    <FieldAttribute.Provider value={state.problem === null ? fieldAttribute : null}>
      {/* Room for the bar, which would otherwise cover the first line of a page; editors are not
          asked for consent. */}
      <div className="contents [&_[data-cookie-banner]]:hidden [&_main]:pt-14">{children}</div>
      <PreviewBar state={state} />
      <StudioLink />
    </FieldAttribute.Provider>
  );
}
