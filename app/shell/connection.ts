import { useSyncExternalStore } from "react";
import { followForms, liveBodyReader } from "./waiting-form";

/** Requests that found no connection, or were refused by a rate limit, and wait. */
const waiting = new Set<Waiting>();

interface Waiting {
  again: () => void;
  byItself: boolean;
  /** How long a rate limit asks to wait; 0 when the site was not reached. */
  seconds: number;
}
const listeners = new Set<() => void>();

/**
 * Makes the requests for pages and forms wait for a connection, and for what a rate limit has left.
 * Remix takes a request without a response, or with one that the app did not make, for an error of
 * the page, puts the error page in its place, and what was typed into a form is lost.
 */
export function installRetryingFetch(): void {
  const send = window.fetch;
  followForms();
  window.fetch = async (input, init) => {
    const signal = init?.signal;
    // Prefetches have no signal, and nobody waits for them.
    if (!init || !signal || !isForPage(input)) return send(input, init);
    const currentBody = liveBodyReader(init.body);
    for (;;) {
      const neverLeft = !navigator.onLine;
      let byItself = false;
      let seconds = 0;
      try {
        const response = await send(input, init);
        if (response.status === 429) seconds = Number(response.headers.get("Retry-After")) || 60;
        else if (!isFromProxy(response)) return response;
      } catch (error) {
        if (signal.aborted) throw error;
        // A form whose response was lost may have arrived: only the visitor may send it again.
        byItself = neverLeft || (init.method ?? "GET") === "GET";
      }
      await nextTry(signal, { byItself, seconds });
      if (currentBody) init = { ...init, body: currentBody() };
    }
  };
  window.addEventListener("online", () => {
    for (const request of waiting) if (request.byItself && !isStuck) request.again();
  });
  // Older browsers do not have it, and lose the page.
  window.navigation?.addEventListener("navigate", stayWhileUnreachable);
}

/**
 * Whether a script of the page that the visitor requested did not arrive: Remix waits for it
 * forever.
 */
let isStuck = false;
let mayReload = false;

/**
 * Stops the reload with which Remix meets a script that cannot be loaded. It is meant for a new
 * version of the site. Without a connection the page is lost, and hovering over a link is enough to
 * cause it.
 */
function stayWhileUnreachable(event: NavigateEvent): void {
  if (event.navigationType !== "reload" || event.userInitiated || !event.cancelable) return;
  if (mayReload) return;
  event.preventDefault();
  isStuck = true;
  void isReachable().then((reachable) => {
    if (!reachable) return;
    mayReload = true;
    location.reload();
  });
}

/** Whether a navigation or a form of Remix sends this request. */
function isForPage(input: RequestInfo | URL): boolean {
  if (input instanceof Request) return false;
  const { origin, pathname } = new URL(input, location.href);
  return origin === location.origin && /\.data$|^\/__manifest$/.test(pathname);
}

/** Whether a proxy responds in place of the site, as while that restarts. */
const isFromProxy = ({ status, headers }: Response): boolean =>
  [502, 503, 504].includes(status) && !headers.has("X-Remix-Response");

/** Waits until the request is to be sent again. Throws when the visitor has moved on. */
function nextTry(signal: AbortSignal, how: Omit<Waiting, "again">): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = {
      ...how,
      again() {
        leave();
        resolve();
      },
    };
    function onAbort() {
      leave();
      reject(signal.reason);
    }
    function leave() {
      waiting.delete(request);
      signal.removeEventListener("abort", onAbort);
      for (const listener of listeners) listener();
    }
    signal.addEventListener("abort", onAbort);
    waiting.add(request);
    for (const listener of listeners) listener();
  });
}

/**
 * Sends the waiting requests again.
 *
 * @param path of the page that the visitor wants; null when a form was sent
 */
export async function tryAgain(path: string | null): Promise<void> {
  if (!isStuck || path === null) for (const { again } of waiting) again();
  else if (await isReachable()) location.assign(path);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the site responds, whatever the browser reports about its network. */
export async function isReachable(): Promise<boolean> {
  try {
    return (await fetch("/healthz", { cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

/**
 * How many seconds the page or the form that the visitor requested has to wait; 0 when it waits for
 * a connection, null when it does not wait.
 */
export function useWaiting(): number | null {
  return useSyncExternalStore(
    subscribe,
    () => (waiting.size > 0 ? Math.max(...[...waiting].map(({ seconds }) => seconds)) : null),
    () => null,
  );
}
