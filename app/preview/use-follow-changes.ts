import { useEffect } from "react";

/** The first message of a new stream makes up for what was missed meanwhile. */
const reopenMilliseconds = 5_000;

/**
 * Reads the page's content again on every write to the lake, drafts included, if the preview works.
 *
 * It asks the router itself what is in flight. React renders that a little later
 * (`useRevalidator`), and a change in between would abort the read: with every letter that an
 * editor types.
 */
export function useFollowChanges(works: boolean): void {
  useEffect(() => {
    if (!works) return;
    const router = window.__remixRouter;
    const isBusy = () =>
      router.state.revalidation !== "idle" || router.state.navigation.state !== "idle";
    /** A change came during the read, perhaps after the data was read. */
    let missed = false;
    const follow = () => {
      missed = isBusy();
      if (!missed) router.revalidate();
    };
    // Not immediately: the router reports an end before it has cleared the state of the read.
    const unsubscribe = router.subscribe(() => {
      if (missed && !isBusy()) queueMicrotask(follow);
    });
    let changes: EventSource;
    let reopening = 0;
    const open = () => {
      changes = new EventSource("/preview/changes");
      changes.onmessage = follow;
      // A browser reconnects after a lost connection, but not after a response such as 503: the
      // preview would show no edit until it is reloaded.
      changes.onerror = () => {
        if (changes.readyState === EventSource.CLOSED)
          reopening = window.setTimeout(open, reopenMilliseconds);
      };
    };
    open();
    return () => {
      clearTimeout(reopening);
      changes.close();
      unsubscribe();
    };
  }, [works]);
}
