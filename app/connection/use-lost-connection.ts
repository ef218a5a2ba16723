import {
  createPath,
  useBlocker,
  useLocation,
  useNavigation,
  type Location,
} from "@remix-run/react";
import { useEffect } from "react";
import { followRequested, isReachable, tryAgain, useWaiting } from "./connection";

/** What to say of a lost connection, or of a rate limit, and what to do. */
export interface LostConnection {
  /** The path that a form was sent to; null when a link was followed. */
  form: string | null;
  offline: boolean;
  /** How many seconds a rate limit asks to wait; 0 when the site was not reached. */
  seconds: number;
  tryAgain: () => void;
}

/**
 * Stops navigations and forms while there is no network, and resumes when it is back. They must not
 * start: the scripts of the next page could not be loaded, and Remix would reload this one, which
 * then is lost as well.
 */
export function useLostConnection(): LostConnection | null {
  const here = useLocation();
  const { formAction, location: next } = useNavigation();
  const seconds = useWaiting();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      historyAction !== "POP" &&
      !navigator.onLine &&
      // An anchor on this page needs no network.
      !(nextLocation.hash && isSamePage(currentLocation, nextLocation)),
  );

  useEffect(() => {
    if (blocker.state !== "blocked") return;
    const ended = new AbortController();
    const { signal } = ended;
    window.addEventListener("online", () => blocker.proceed(), { signal });
    // The pending request is no longer what the form holds.
    document.addEventListener("input", () => blocker.reset(), { signal });
    return () => ended.abort();
  }, [blocker]);

  const path = next && !formAction ? createPath(next) : null;
  useEffect(() => (path === null ? undefined : followRequested(path)), [path]);

  if (blocker.state === "blocked") {
    const { pathname } = blocker.location;
    const isForm = pathname === "/logout" || isSamePage(here, blocker.location);
    return {
      form: isForm ? pathname : null,
      offline: true,
      seconds: 0,
      tryAgain: () =>
        // Not every browser knows whether it is online.
        void isReachable().then((reachable) => reachable && blocker.proceed()),
    };
  }
  if (seconds === null) return null;
  return {
    form: formAction ? new URL(formAction, location.origin).pathname : null,
    offline: false,
    seconds,
    tryAgain,
  };
}

const isSamePage = (one: Location, other: Location) =>
  one.pathname === other.pathname && one.search === other.search;

type Navigation = ReturnType<typeof useNavigation>;
type InFlight = Pick<Navigation, "state"> &
  Partial<Pick<Navigation, "formAction" | "formData" | "formMethod" | "location">>;

/**
 * The navigation or form whose response is awaited. None while it waits for a connection, so that
 * the button of the form can be pressed again.
 */
export function useNavigationInFlight(): InFlight {
  const navigation = useNavigation();
  return useWaiting() === null ? navigation : { state: "idle" };
}
