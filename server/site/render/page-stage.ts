import type { IncomingMessage } from "node:http";
import { hasPreviewCookie } from "~/preview/preview-session.server";
import { maxBodyBytes } from "~/http/request-body.server";
import type { PageCache } from "../cache/page-cache";
import { routePath } from "../http/canonical-path";
import type { LoadShedder } from "../limits/load-shedding";
import { readPageBody } from "../limits/page-body";
import type { AccountLimits } from "../limits/rate-limits";
import { UnreadPages } from "../limits/unread-pages";
import type { VerifiedSessions } from "../limits/verified-sessions";
import type { SiteMetrics } from "../observe/metrics";
import type { Handled, RequestContext, Stage } from "../request-context";
import type { Surface } from "../security/security-headers";
import type { PageRenderer } from "./page-renderer";

interface PageParts {
  /** Cached pages; none in development. */
  pages: PageCache | null;
  renderer: PageRenderer;
  loadShedder: LoadShedder;
  metrics: SiteMetrics;
  verifiedSessions: VerifiedSessions;
  accountLimitOf: AccountLimits;
  personalCookies: readonly string[];
}

/**
 * The last stage: a page from the cache, or rendered by the app, within the slots for renderings.
 */
export function createPageStage(parts: PageParts): Stage {
  const { pages, loadShedder } = parts;
  const unreadPages = new UnreadPages();

  return async (context) => {
    const { request, response, cacheKey: key, network, account } = context;
    const type = request.headers["content-type"];
    const maxBytes = maxBodyBytes(routePath(context.url.pathname), type);
    // Before a slot is taken: a client that never finishes its form would hold it.
    const body = context.isSafeMethod
      ? null
      : await readPageBody(request, response, { network, account }, maxBytes);
    if (body) await context.turn();
    if (body && "status" in body) return context.refuse(body.status, body.sentence);
    const fill = (cache: PageCache, cacheKey: string) =>
      context.fillFromCache(() => cache.fill(cacheKey, request, response, network));
    if (pages && key) {
      // Waiting for a page that is in flight takes no slot: a crowd behind one IP address would
      // fill its share.
      const isInFlight = pages.isInFlight(key);
      if (!isInFlight && loadShedder.isFullFor(network)) return shed(context);
      const handled = isInFlight
        ? await fill(pages, key)
        : await loadShedder.during(() => fill(pages, key), network);
      if (handled) return handled;
    }
    if (loadShedder.isFullFor(network)) return shed(context);
    return renderPersonal(context, body);
  };

  function shed(context: RequestContext): Handled | Promise<Handled> {
    const { request, response, cacheKey: key } = context;
    parts.metrics.shed();
    const last =
      pages && key && context.tryToRespondFromCache(() => pages.serveStale(key, request, response));
    const sentence = "Too many visitors right now. Try again soon.";
    return last || context.refuse(503, sentence, { "Retry-After": "2" });
  }

  async function renderPersonal(
    context: RequestContext,
    body: Buffer<ArrayBuffer> | null,
  ): Promise<Handled> {
    const { request, response, requestId, nonce, network } = context;
    return context.respond(await surfaceOf(context), async () => {
      const personal = isPersonal(request);
      const verified = (account: string | null) =>
        parts.verifiedSessions.set(request.headers.cookie ?? "", account);
      const accountLimit = parts.accountLimitOf(request, context.url);
      // The slot is released before the page is sent, or clients that do not read their pages would
      // hold all of them.
      const send = await loadShedder.during(
        () =>
          parts.renderer.personal(request, response, {
            requestId,
            nonce,
            personal,
            body,
            verified,
            accountLimit,
          }),
        network,
      );
      await unreadPages.during(send, response, network);
    });
  }

  function isPersonal({ headers }: IncomingMessage): boolean {
    return parts.personalCookies.some((name) => headers.cookie?.includes(name));
  }
}

/** Previews, and the page that says why one does not open, may be shown in the Studio's frame. */
async function surfaceOf({ request, url }: RequestContext): Promise<Surface> {
  if (url.pathname.startsWith("/preview/")) return "preview";
  return (await hasPreviewCookie(request.headers.cookie)) ? "preview" : "page";
}
