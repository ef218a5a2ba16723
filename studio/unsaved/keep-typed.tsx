import { useEffect } from "react";
import {
  useCurrentUser,
  useDocumentStore,
  getPublishedId,
  type DocumentLayoutProps,
  type LayoutProps,
} from "sanity";
import { handOverEditors } from "./last-input";
import { connection } from "../lake/connection";
import { handOverTexts } from "../typing/text/prompt-text";
import { addUnfinishedTags } from "../typing/keys/unfinished-tag";
import { isHandingOver } from "../publishing/publish-typed";
import { commitAll, followDocument, isUnsaved, sendUnsaved } from "./unsaved";

/** The form of a document, which loses nothing when the user leaves it right after the last key. */
export function KeepTyped(props: DocumentLayoutProps) {
  const { pair } = useDocumentStore();
  const id = getPublishedId(props.documentId);
  const type = props.documentType;
  const userId = useCurrentUser()?.id ?? "";
  useEffect(
    () =>
      followDocument(
        { documentId: id, userId },
        pair.editOperations(id, type),
        pair.consistencyStatus(id, type),
        pair.editState(id, type),
      ),
    [pair, id, type, userId],
  );
  return props.renderDefault(props);
}

/**
 * The whole Studio, which asks before it closes with unsaved edits. When each form asked for
 * itself, nothing asked in another tool, and edits of a form that was left while the lake was
 * unresponsive were lost.
 */
export function KeepOnLeaving(props: LayoutProps) {
  useEffect(keepOnLeaving, []);
  return props.renderDefault(props);
}

/** Elements that take text input. */
const fields = "input, textarea, [contenteditable]";

/**
 * Saves when a field, the tab or the page is left, and asks before the page closes with unsaved
 * edits.
 */
function keepOnLeaving() {
  const save = () => {
    handOverTexts();
    commitAll();
  };
  const ask = (event: BeforeUnloadEvent) => {
    addUnfinishedTags();
    save();
    if (!isUnsaved() && !isHandingOver()) return;
    event.preventDefault();
    // Sanity's says goodbye to other editors now. Without a connection that failed, and an editor
    // who stayed had an error page in place of the Studio.
    if (!connection.isConnected.value) event.stopImmediatePropagation();
  };
  const go = () => {
    handOverEditors();
    save();
    sendUnsaved();
  };
  // From the browser's cache the page would have no editors, and send again what it sent then.
  const comeBack = ({ persisted }: PageTransitionEvent) => {
    if (persisted) window.location.reload();
  };
  // Only for fields: a commit while "Discard changes" is pending would abort it, and its buttons
  // lose the focus as well.
  const leaveField = ({ target }: FocusEvent) => {
    if (target instanceof Element && target.closest(fields)) save();
  };
  document.addEventListener("focusout", leaveField);
  document.addEventListener("visibilitychange", save);
  window.addEventListener("pagehide", go);
  window.addEventListener("pageshow", comeBack);
  window.addEventListener("beforeunload", ask, true);
  return () => {
    document.removeEventListener("focusout", leaveField);
    document.removeEventListener("visibilitychange", save);
    window.removeEventListener("pagehide", go);
    window.removeEventListener("pageshow", comeBack);
    window.removeEventListener("beforeunload", ask, true);
  };
}
