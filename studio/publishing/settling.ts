import { useCallback, useEffect, useRef, useState } from "react";
import { useSyncState, type DocumentActionProps } from "sanity";

/** Within this, a change has reached the form, and its validation has begun. */
const milliseconds = 1_000;

/**
 * The longest that a change is awaited that is on its way to the lake: rules ask the lake, too, and
 * its last errors were taken for those of a change that they had not seen yet. Without a connection
 * the form says by then what is wrong.
 */
const syncMilliseconds = 10_000;

/**
 * Whether the document changed a moment ago, so that its validation is that of an earlier version.
 * Input counts, which a text holds back for a moment, and changes without input: a picture, a
 * choice.
 */
export function useIsSettling({ draft, id, type }: DocumentActionProps): boolean {
  const { isSyncing } = useSyncState(id, type);
  const [isSettling, setSettling] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const last = useRef({ draft, isSyncing });
  // Renders once when input begins, not for each letter.
  const note = useCallback((duration: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setSettling(false), duration);
    setSettling(true);
  }, []);
  useEffect(() => {
    // That a form loads is not a change.
    const isChanged = last.current.draft && last.current.draft !== draft;
    if (isChanged || last.current.isSyncing !== isSyncing)
      note(isSyncing ? syncMilliseconds : milliseconds);
    last.current = { draft, isSyncing };
  }, [draft, isSyncing, note]);
  useEffect(() => {
    const noteInput = () => note(last.current.isSyncing ? syncMilliseconds : milliseconds);
    document.addEventListener("input", noteInput, true);
    return () => {
      document.removeEventListener("input", noteInput, true);
      clearTimeout(timer.current);
    };
  }, [note]);
  return isSettling;
}
