import { useSyncExternalStore } from "react";
import { followForms, liveBodyReader } from "./waiting-form";

/** Requests that found no connection, or were refused by a rate limit, and wait. */
const waiting = new Set<Waiting>();

interface Waiting {
  again: () => void;
  /** Whether it goes on by itself once the site responds again. */
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
    const isGet = (init.method ?? "GET") === "GET";
    for (let attempt = 1; ; attempt += 1) {
      // A form whose response was lost may have arrived: only the visitor may send it again.
      const byItself = isGet || !navigator.onLine;
      let seconds = 0;
      try {
        const response = await send(input, init);
        if (response.status === 429) seconds = Number(response.headers.get("Retry-After")) || 60;
        else if (!isFromProxy(response)) return response;
      } catch (error) {
        if (signal.aborted) throw error;
      }
      await nextTry(signal, { byItself, seconds, attempt });
      if (currentBody) init = { ...init, body: currentBody() };
    }
  };
  window.addEventListener("online", () => {
    for (const request of waiting) if (request.byItself) request.again();
  });
  // Older browsers do not have it, and lose the page.
  window.navigation?.addEventListener("navigate", stayWhileUnreachable);
}

/** The page that the visitor requested by a link, until it is shown. */
let requested: { path: string; left: AbortSignal } | undefined;

let mayReload = false;

/**
 * Notes which page the visitor has requested.
 *
 * @returns what is called once it is shown, or the visitor has gone elsewhere
 */
export function followRequested(path: string): () => void {
  const left = new AbortController();
  requested = { path, left: left.signal };
  return () => {
    requested = undefined;
    left.abort();
  };
}

/**
 * Stops the reload with which Remix meets a script that cannot be loaded. It is meant for a new
 * version of the site. Without a connection the page is lost, and hovering over a link is enough to
 * cause it. Where a page was requested, that is opened instead, as a document: Remix waits for the
 * script forever.
 */
function stayWhileUnreachable(event: NavigateEvent): void {
  if (event.navigationType !== "reload" || event.userInitiated || !event.cancelable) return;
  if (mayReload) return;
  event.preventDefault();
  void isReachable().then((reachable) => {
    if (requested) return openDocument(requested.path, requested.left);
    if (!reachable) return;
    mayReload = true;
    location.reload();
  });
}

async function openDocument(path: string, left: AbortSignal): Promise<void> {
  for (let attempt = 1; !(await isReachable()); attempt += 1) {
    const isLeft = await nextTry(left, { byItself: true, seconds: 0, attempt }).then(
      () => false,
      () => true,
    );
    if (isLeft) return;
  }
  if (!left.aborted) location.assign(path);
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

interface Failed extends Omit<Waiting, "again"> {
  /** How often it was sent. */
  attempt: number;
}

/** Waits until the request is to be sent again. Throws when the visitor has moved on. */
function nextTry(signal: AbortSignal, { attempt, ...failed }: Failed): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const request = {
      ...failed,
      again() {
        leave();
        resolve();
      },
    };
    const look = async () => {
      if (await isReachable()) request.again();
      else if (waiting.has(request)) lookLater();
    };
    const lookLater = () => {
      timer = setTimeout(() => void look(), pauseAfter(attempt));
    };
    function onAbort() {
      leave();
      reject(signal.reason);
    }
    function leave() {
      clearTimeout(timer);
      waiting.delete(request);
      signal.removeEventListener("abort", onAbort);
      for (const listener of listeners) listener();
    }
    signal.addEventListener("abort", onAbort);
    waiting.add(request);
    if (failed.byItself && failed.seconds === 0) lookLater();
    for (const listener of listeners) listener();
  });
}

/** How long to wait before the site is looked for again, in milliseconds: 2 s to 32 s. */
const pauseAfter = (attempt: number) => 1_000 * 2 ** Math.min(attempt, 5);

/** Sends the waiting requests again. */
export function tryAgain(): void {
  for (const { again } of waiting) again();
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
