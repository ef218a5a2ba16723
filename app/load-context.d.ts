import "@remix-run/node";
import type { Session } from "~/account/session/session.server";
import type { PreviewState } from "~/preview/state";

declare module "@remix-run/node" {
  /** What the server hands to every loader and action of one request. */
  interface AppLoadContext {
    /**
     * For inline scripts, as the Content-Security-Policy of this response names it; "" for a page that is kept for
     * everybody, whose scripts are named by their hashes.
     */
    nonce: string;
    /** Whether the page is wanted whole, rather than as it comes. */
    whole: boolean;
    /** Waits until this page may keep the event loop busy for some milliseconds. */
    turn: () => Promise<void>;
    /** Where errors are told that no visitor sees. */
    report: (error: unknown) => void;
    session: Session;
    /** What this request sees of drafts; null for everybody who asked for no preview. */
    preview: PreviewState | null;
    /** Headers that leave with the response, whatever it turns out to be (cookies, above all). */
    responseHeaders: Headers;
    /** The same, but only with a page that is seen: what a redirect would use up before anybody saw it. */
    pageHeaders: Headers;
  }

  interface Future {
    v3_singleFetch: true;
  }
}
