import { useEffect } from "react";

/**
 * Reads the page's content again on every write to the lake, drafts included, if the page shows
 * drafts.
 *
 * It asks the router itself what is in flight. React renders that a little later
 * (`useRevalidator`), and a change in between would abort the read: with every letter that an
 * editor types.
 */
export function useFollowChanges(drafts: boolean): void {
  useEffect(() => {
    if (!drafts) return;
    const router = window.__remixRouter;
    const isReading = () =>
      router.state.revalidation !== "idle" || router.state.navigation.state !== "idle";
    /** A change came during the read, perhaps after the data was read. */
    let missed = false;
    const follow = () => {
      missed = isReading();
      if (!missed) router.revalidate();
    };
    // Not at once: the router reports an end before it has cleared the state of the read.
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
