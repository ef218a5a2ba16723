import { useSyncExternalStore } from "react";
import { followForms, liveBodyReader } from "./waiting-form";

/** Requests that found no connection, or were refused by a rate limit, and wait. */
const waiting = new Set<Waiting>();

interface Waiting {
  again: () => void;
  /** Whether it goes on by itself once the site responds again. */
  isAutomatic: boolean;
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
    const isGet = (init.method ?? "GET") === "GET";
    for (;;) {
      // A form whose response was lost may have arrived: only the visitor may send it again.
      const isAutomatic = isGet || !navigator.onLine;
      let seconds = 0;
      try {
        const response = await send(input, init);
        if (response.status === 429) seconds = Number(response.headers.get("Retry-After")) || 60;
        else if (!isFromProxy(response, isAutomatic)) return response;
      } catch (error) {
        if (signal.aborted) throw error;
      }
      await nextTry(signal, { isAutomatic, seconds });
      void load();
      if (currentBody) init = { ...init, body: currentBody() };
    }
  };
  window.addEventListener("online", () => {
    for (const request of waiting) if (request.isAutomatic) request.again();
  });
  // Older browsers do not have it, and lose the page.
  window.navigation?.addEventListener("navigate", stayWhileUnreachable);
}

/** The path of the page that the visitor requested by a link, until it is shown. */
let requested: string | undefined;
/** Whether a script did not arrive: Remix waits for it forever. */
let isStuck = false;
let mayReload = false;

/**
 * Notes which page the visitor has requested.
 *
 * @returns what is called once it is shown, or the visitor has gone elsewhere
 */
export function followRequested(path: string): () => void {
  requested = path;
  return () => {
    requested = undefined;
    isStuck = false;
  };
}

/**
 * Stops the reload with which Remix meets a script that cannot be loaded. It is meant for a new
 * version of the site. Without a connection the page is lost, and hovering over a link is enough to
 * cause it. Where a page was requested, that is opened instead, as a document.
 */
function stayWhileUnreachable(event: NavigateEvent): void {
  if (mayReload || event.navigationType !== "reload" || event.userInitiated) return;
  event.preventDefault();
  isStuck = true;
  void load();
}

/** Loads the page that was requested, or else this one again, if the site responds. */
async function load(): Promise<void> {
  if (!isStuck || !(await isReachable())) return;
  if (requested) return location.assign(requested);
  mayReload = true;
  location.reload();
}

/** Whether a navigation or a form of Remix sends this request. */
function isForPage(input: RequestInfo | URL): boolean {
  if (input instanceof Request) return false;
  const { origin, pathname } = new URL(input, location.href);
  return origin === location.origin && /\.data$|^\/__manifest$/.test(pathname);
}

/**
 * Whether a proxy responds in place of the site, as while that restarts. Its 500 is one more way to
 * lose a form; a page that is requested by itself would be requested forever.
 */
const isFromProxy = ({ status, headers }: Response, isAutomatic: boolean): boolean =>
  status >= (isAutomatic ? 502 : 500) && status < 505 && !headers.has("X-Remix-Response");

/** Waits until it is time to send the request again. Throws when the visitor has moved on. */
function nextTry(signal: AbortSignal, how: Omit<Waiting, "again">): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = {
      ...how,
      again() {
        leave();
        resolve();
      },
    };
    // The browser reports only its own network, not that the site responds again.
    const looking = setInterval(
      async () => how.isAutomatic && !how.seconds && (await isReachable()) && request.again(),
      5_000,
    );
    function onAbort() {
      leave();
      reject(signal.reason);
    }
    function leave() {
      clearInterval(looking);
      waiting.delete(request);
      signal.removeEventListener("abort", onAbort);
      notify();
    }
    signal.addEventListener("abort", onAbort);
    waiting.add(request);
    notify();
  });
}

/** Sends the waiting requests again. */
export function tryAgain(): void {
  for (const { again } of waiting) again();
}

function notify() {
  for (const listener of listeners) listener();
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
    () => [...waiting].at(-1)?.seconds ?? null,
    () => null,
  );
}
