import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";

/** Reads the page's content again whenever somebody writes in the lake, drafts included, of a page that shows drafts. */
export function useFollowChanges(drafts: boolean): void {
  const { state, revalidate } = useRevalidator();
  /** A change came while the page was being read, perhaps from before the change. */
  const missed = useRef(false);
  const follow = useRef(() => {});
  useEffect(() => {
    follow.current = () => {
      if (state === "idle") revalidate();
      else missed.current = true;
    };
    if (state === "idle" && missed.current) {
      missed.current = false;
      revalidate();
    }
  }, [state, revalidate]);
  useEffect(() => {
    if (!drafts) return;
    const changes = new EventSource("/preview/changes");
    changes.onmessage = () => follow.current();
    return () => changes.close();
  }, [drafts]);
}
