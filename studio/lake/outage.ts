import { useEffect, useState, useSyncExternalStore } from "react";
import { connection } from "./connection";
import type { Delay } from "./edits";

const subscribe = (changed: () => void) => {
  const following = connection.delay.subscribe(changed);
  return () => following.unsubscribe();
};

/** A delay that is over by then needs no words. */
const delayMilliseconds = 1_000;

/** Why edits have not been saved for more than a moment, or null while they are. */
export function useDelay(): Delay | null {
  const delay = useSyncExternalStore(subscribe, () => connection.delay.value);
  const [isLong, setLong] = useState(false);
  const isDelayed = delay !== null;
  useEffect(() => {
    if (!isDelayed) return setLong(false);
    const timer = setTimeout(() => setLong(true), delayMilliseconds);
    return () => clearTimeout(timer);
  }, [isDelayed]);
  return isLong ? delay : null;
}
