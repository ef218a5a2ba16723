import { useEffect } from "react";
import {
  useDocumentStore,
  getPublishedId,
  type DocumentLayoutProps,
  type LayoutProps,
} from "sanity";
import { handOverTexts } from "./prompt-text";
import { isHandingOver } from "./publish-typed";
import { commitAll, followDocument, isUnsaved } from "./unsaved";

/** The form of a document, which loses nothing when it is left a moment after the last key. */
export function KeepTyped(props: DocumentLayoutProps) {
  const { pair } = useDocumentStore();
  const id = getPublishedId(props.documentId);
  const type = props.documentType;
  useEffect(
    () => followDocument(pair.editOperations(id, type), pair.consistencyStatus(id, type)),
    [pair, id, type],
  );
  return props.renderDefault(props);
}

/**
 * The whole Studio, which asks before it goes with what is not saved. Where forms asked themselves, nothing asked in
 * another tool, and the words of a form that was left while the lake did not answer were gone.
 */
export function KeepOnLeaving(props: LayoutProps) {
  useEffect(keepOnLeaving, []);
  return props.renderDefault(props);
}

/** What is typed into. */
const fields = "input, textarea, [contenteditable]";

/** Saves when a field, the tab or the page is left, and asks before the page goes with what is not saved. */
function keepOnLeaving() {
  const save = () => {
    handOverTexts();
    commitAll();
  };
  const ask = (event: BeforeUnloadEvent) => {
    save();
    if (isUnsaved() || isHandingOver()) event.preventDefault();
  };
  // Of fields alone: to commit while "Discard changes" waits for its turn would break it off, and its buttons lose the
  // focus as well.
  const leaveField = ({ target }: FocusEvent) => {
    if (target instanceof Element && target.closest(fields)) save();
  };
  document.addEventListener("focusout", leaveField);
  document.addEventListener("visibilitychange", save);
  window.addEventListener("pagehide", save);
  window.addEventListener("beforeunload", ask);
  return () => {
    document.removeEventListener("focusout", leaveField);
    document.removeEventListener("visibilitychange", save);
    window.removeEventListener("pagehide", save);
    window.removeEventListener("beforeunload", ask);
  };
}
