import cluster from "node:cluster";
import { environment } from "@domain/environment.server";
import { client } from "./client.server";

/**
 * A content change, as the caches see it: read.server.ts drops what it has read by these tags, and
 * the page cache (server/site/cache/page-cache.ts) the pages made from it. This is how a published
 * document becomes visible.
 */
export type ContentChange =
  | { type: "tags"; tags: readonly string[] }
  /** Changes may have been missed: nothing from before can be trusted. */
  | { type: "everything" }
  /** Whether changes are being reported at all. */
  | { type: "watched"; watched: boolean };

type Listener = (change: ContentChange) => void;

const listeners = new Set<Listener>();
let watched = false;

const reconnectMilliseconds = 1_000;

/**
 * Notifies a listener of every change from now on, and first of whether changes are being reported
 * at present.
 */
export function onContentChange(listener: Listener): void {
  listeners.add(listener);
  listener({ type: "watched", watched });
}

/**
 * Makes entries of this site process stale: another process was notified of a change.
 *
 * @param tags of the entries; without, all of them
 */
export function invalidateContent(tags?: readonly string[]): void {
  emit(tags ? { type: "tags", tags } : { type: "everything" });
}

/** Does the same in every site process, via the launcher. */
export function invalidateContentInAllProcesses(tags?: readonly string[]): void {
  invalidateContent(tags);
  if (cluster.isWorker) process.send?.({ type: "content-changed", tags });
}

function emit(change: ContentChange) {
  if (change.type === "watched") watched = change.watched;
  for (const listener of listeners) listener(change);
}

/**
 * Follows the Live Content API for as long as the process lives: this is how published edits reach
 * the caches, hosted and embedded; a hosted lake may call a webhook as well (`routes/webhook.ts`).
 * A dropped connection is reopened, and everything counts as stale after the gap.
 */
function follow(): void {
  const { SANITY_API_TOKEN: token } = environment;
  // The client sends its token to this endpoint for drafts only; an embedded lake shows nothing to
  // anonymous clients.
  const follower = token
    ? client.withConfig({ headers: { Authorization: `Bearer ${token}` } })
    : client;
  const reconnect = () => {
    emit({ type: "watched", watched: false });
    setTimeout(follow, reconnectMilliseconds).unref();
  };
  follower.live.events().subscribe({
    next(event) {
      switch (event.type) {
        case "welcome":
          emit({ type: "everything" });
          return emit({ type: "watched", watched: true });
        case "message":
          return emit({ type: "tags", tags: event.tags });
        case "restart":
          return emit({ type: "everything" });
        case "reconnect":
          return emit({ type: "watched", watched: false });
        case "goaway":
          // The lake has no room for this connection: until it has, entries become stale by time.
          return emit({ type: "watched", watched: false });
      }
    },
    error: reconnect,
    complete: reconnect,
  });
}

follow();
