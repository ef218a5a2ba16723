import { useCallback, useEffect, useRef, useState } from "react";
import type { DocumentActionProps } from "sanity";

/** Within this, the validation of a change has begun. */
const milliseconds = 1_000;

/**
 * Within this, input has changed the document, also on an overloaded machine. Sooner, Publish could
 * judge a field that had been filled in by the errors from before.
 */
const inputMilliseconds = 3_000;

/**
 * Whether the document changed a moment ago, so that its validation is that of an earlier version.
 * Input counts, which a text holds back for a moment, and changes without input: a picture, a
 * choice.
 */
export function useIsSettling({ draft }: DocumentActionProps): boolean {
  const [isSettling, setSettling] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const last = useRef(draft);
  const hasInput = useRef(false);
  // Renders once when input begins, not for each letter.
  const note = useCallback((duration: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setSettling(false), duration);
    setSettling(true);
  }, []);
  useEffect(() => {
    // That a form loads is not a change; that its first input begins a draft is one.
    if ((last.current ?? hasInput.current) && last.current !== draft) note(milliseconds);
    last.current = draft;
  }, [draft, note]);
  useEffect(() => {
    const noteInput = () => {
      hasInput.current = true;
      note(inputMilliseconds);
    };
    document.addEventListener("input", noteInput, true);
    return () => {
      document.removeEventListener("input", noteInput, true);
      clearTimeout(timer.current);
    };
  }, [note]);
  return isSettling;
}
