import "@remix-run/node";
import type { ExaminedSubject } from "@domain/administration/health";
import type { AvatarMaker } from "~/account/profile/avatar.server";
import type { Session } from "~/account/session/session.server";
import type { PreviewState } from "~/preview/state";

declare module "@remix-run/node" {
  /** What the server passes to every loader and action of one request. */
  interface AppLoadContext {
    /**
     * For inline scripts, as the Content-Security-Policy of this response names it; "" for a page
     * that is cached for everyone, whose scripts are named by their hashes.
     */
    nonce: string;
    /** Whether the page must be sent complete, not streamed. */
    completeRequested: boolean;
    /** Waits until this page may occupy the event loop for some milliseconds. */
    turn: () => Promise<void>;
    /** Where errors that no visitor sees are reported. */
    report: (error: unknown) => void;
    session: Session;
    avatars: AvatarMaker;
    /** What `npm run doctor` says about the site, for its administrators. */
    examineSite: () => Promise<ExaminedSubject[]>;
    /** What this request sees of drafts; null for a request without a preview. */
    preview: PreviewState | null;
    /** Headers that are sent with every response (cookies, above all). */
    responseHeaders: Headers;
    /**
     * The same, but only with a rendered page: a redirect would use them up before the visitor saw
     * anything.
     */
    pageHeaders: Headers;
  }

  interface Future {
    v3_singleFetch: true;
  }
}
