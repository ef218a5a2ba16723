import { useMemo, useSyncExternalStore } from "react";
import { useConditionalToast } from "sanity";
import { connection } from "./client";

const subscribe = (changed: () => void) => {
  const following = connection.delay.subscribe(changed);
  return () => following.unsubscribe();
};

const goOn =
  "Go on writing, and keep this window open: what you write is kept here, and saved as soon as";

/**
 * While edits cannot be saved, says why, and that they are not lost. Forms keep working meanwhile.
 */
export function ConnectionNotice() {
  const delay = useSyncExternalStore(subscribe, () => connection.delay.value);
  const reason = delay?.reason ?? null;
  const isDelayed = delay !== null;
  // The toast rerenders for each new object.
  const toast = useMemo(
    () => ({
      id: "connection",
      status: "warning" as const,
      title: reason === null ? "The site does not answer" : "Your changes are not saved yet",
      description:
        reason === null
          ? `${goOn} the site is back.`
          : `The site says: “${reason}” ${goOn} it can be.`,
      enabled: isDelayed,
      delay: 1_000,
    }),
    [isDelayed, reason],
  );
  useConditionalToast(toast);
  return null;
}
