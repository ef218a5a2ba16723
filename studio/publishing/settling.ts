import { useCallback, useEffect, useRef, useState } from "react";
import type { DocumentActionProps } from "sanity";

/** Within this, a change has reached the form, and its validation has begun. */
const milliseconds = 1_000;

/**
 * Whether the document changed a moment ago, so that its validation is that of an earlier version.
 * Input counts, which a text holds back for a moment, and changes without input: a picture, a
 * choice.
 */
export function useIsSettling({ draft }: DocumentActionProps): boolean {
  const [isSettling, setSettling] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const last = useRef(draft);
  // Renders once when input begins, not for each letter.
  const note = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setSettling(false), milliseconds);
    setSettling(true);
  }, []);
  useEffect(() => {
    // That a form loads is not a change.
    if (last.current && last.current !== draft) note();
    last.current = draft;
  }, [draft, note]);
  useEffect(() => {
    document.addEventListener("input", note, true);
    return () => {
      document.removeEventListener("input", note, true);
      clearTimeout(timer.current);
    };
  }, [note]);
  return isSettling;
}
