import { useMemo, useSyncExternalStore } from "react";
import { useConditionalToast } from "sanity";
import { connection } from "./client";

const subscribe = (changed: () => void) => {
  const following = connection.isAway.subscribe(changed);
  return () => following.unsubscribe();
};

/** Says while the lake does not answer that what is typed is not lost. Forms go on meanwhile. */
export function ConnectionNotice() {
  const isAway = useSyncExternalStore(subscribe, () => connection.isAway.value);
  // The toast is drawn again for each new object.
  const toast = useMemo(
    () => ({
      id: "connection",
      status: "warning" as const,
      title: "The site does not answer",
      description:
        "Go on writing, and keep this window open: what you write is kept here, and saved as soon as the site is back.",
      enabled: isAway,
      delay: 1_000,
    }),
    [isAway],
  );
  useConditionalToast(toast);
  return null;
}
