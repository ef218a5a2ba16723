import { useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";

/** Reads the page's content again whenever somebody writes in the lake, drafts included, of a page that shows drafts. */
export function useFollowChanges(drafts: boolean): void {
  const { state, revalidate } = useRevalidator();
  const navigation = useNavigation();
  // Reading again would break off a page that is on its way, and begin it anew with every letter that is typed.
  const reading = state !== "idle" || navigation.state !== "idle";
  /** A change came while the page was being read, perhaps from before the change. */
  const missed = useRef(false);
  const follow = useRef(() => {});
  useEffect(() => {
    follow.current = () => {
      if (reading) missed.current = true;
      else revalidate();
    };
    if (!reading && missed.current) {
      missed.current = false;
      revalidate();
    }
  }, [reading, revalidate]);
  useEffect(() => {
    if (!drafts) return;
    const changes = new EventSource("/preview/changes");
    changes.onmessage = () => follow.current();
    return () => changes.close();
  }, [drafts]);
}
