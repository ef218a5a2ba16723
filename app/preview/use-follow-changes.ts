import { useEffect } from "react";

/**
 * Reads the page's content again whenever somebody writes in the lake, drafts included, of a page that shows drafts.
 *
 * It asks the router itself what is on its way. React renders that a little later (`useRevalidator`), and a change in
 * between would break off what is being read: with every letter that somebody types.
 */
export function useFollowChanges(drafts: boolean): void {
  useEffect(() => {
    if (!drafts) return;
    const router = window.__remixRouter;
    const isReading = () =>
      router.state.revalidation !== "idle" || router.state.navigation.state !== "idle";
    /** A change came while the page was being read, perhaps from before the change. */
    let missed = false;
    const follow = () => {
      missed = isReading();
      if (!missed) router.revalidate();
    };
    // Not at once: the router tells of an end before it has cleared away what it knew of the reading.
    const unsubscribe = router.subscribe(() => {
      if (missed && !isReading()) queueMicrotask(follow);
    });
    const changes = new EventSource("/preview/changes");
    changes.onmessage = follow;
    return () => {
      changes.close();
      unsubscribe();
    };
  }, [drafts]);
}
