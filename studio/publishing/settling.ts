import { useEffect, useRef, useState } from "react";
import type { DocumentActionProps } from "sanity";

/** Within this, a change has reached the form, and its validation has begun. */
const milliseconds = 1_000;

/**
 * Whether the document changed a moment ago, so that its validation is that of an earlier version.
 * Input counts, which a text holds back for a moment, and changes without input: a picture, a
 * choice.
 */
export function useIsSettling({ draft }: DocumentActionProps): boolean {
  const [changes, setChanges] = useState(0);
  const [settled, setSettled] = useState(0);
  const last = useRef(draft);
  useEffect(() => {
    // That a form loads is no change.
    if (last.current && last.current !== draft) setChanges((count) => count + 1);
    last.current = draft;
  }, [draft]);
  useEffect(() => {
    const note = () => setChanges((count) => count + 1);
    document.addEventListener("input", note, true);
    return () => document.removeEventListener("input", note, true);
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(changes), milliseconds);
    return () => clearTimeout(timer);
  }, [changes]);
  return changes !== settled;
}
