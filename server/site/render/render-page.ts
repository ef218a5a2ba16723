import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node";
import type { ExaminedSubject } from "@domain/administration/health";
import type { AvatarMaker } from "~/account/profile/avatar.server";
import { viewerOf } from "~/account/session/viewer.server";
import { openSession, type Session } from "~/account/session/session.server";
import { readingDrafts, watchReading } from "~/content/reading/read.server";
import { readPreview } from "~/preview/preview-session.server";
import { signPictureIn } from "~/seo/open-graph/signature.server";
import { withCampaign } from "../cache/campaign-parameters";
import { type AccountLimit, tooManyRequests } from "../limits/rate-limits";
import { inlineScriptHashes } from "../security/csp-hashes";
import type { RenderedPage } from "../cache/cached-page";
import { deferHydration } from "./deferred-hydration";

interface RenderOptions {
  /** Makes the profile pictures that users upload. */
  avatars: AvatarMaker;
  examineSite: () => Promise<ExaminedSubject[]>;
  /** Waits until this page may keep the event loop busy for some milliseconds. */
  turn: () => Promise<void>;
  nonce: string;
  completeRequested: boolean;
  /** The visitor's IP address. */
  clientIp: string;
  mode: "production" | "development";
  /** Where errors that no visitor sees are reported. */
  report: (error: unknown) => void;
  /** Receives the account whose session the request carries; null for a session that has ended. */
  verified?: (account: string | null) => void;
  /** The limit by account that the request falls under. */
  accountLimit?: AccountLimit | null;
}

// Remix computes the routes of a build for every new handler: that is a tenth of the cost of a
// small response.
const handlers = new WeakMap<ServerBuild, RequestHandler>();

function handlerOf(build: ServerBuild, mode: RenderOptions["mode"]): RequestHandler {
  const existing = handlers.get(build);
  if (existing) return existing;
  const handler = createRequestHandler(build, mode);
  handlers.set(build, handler);
  return handler;
}

/**
 * Lets Remix respond to a request on behalf of its sender. Cookies that change in the meantime are
 * set on whatever response results, including redirects and errors.
 */
async function renderPage(
  build: ServerBuild,
  request: Request,
  options: RenderOptions,
): Promise<Response> {
  const responseHeaders = new Headers();
  const pageHeaders = new Headers();
  const session = openSession(request, responseHeaders, options.clientIp);
  const preview = await readPreview(request, session);
  const handler = handlerOf(build, options.mode);
  const { avatars, examineSite, turn, nonce, completeRequested, report } = options;
  const forApp = { avatars, examineSite, turn, nonce, completeRequested, report };
  const context = { ...forApp, session, preview, responseHeaders, pageHeaders };
  await turn();
  // Submissions are processed against published content.
  const isSafeMethod = request.method === "GET" || request.method === "HEAD";
  const response =
    (await refuseAccount(session, options.accountLimit)) ??
    (await (preview?.drafts && isSafeMethod
      ? readingDrafts(() => handler(request, context))
      : handler(request, context)));
  // A token is valid for up to an hour after its session has ended: only a viewer proves a session.
  if (isSafeMethod && options.verified) {
    await viewerOf(session).then(
      (viewer) => options.verified?.(viewer?.id ?? null),
      () => {}, // The database is unavailable for now: the next request tells.
    );
  }
  const seen = isRedirect(response) ? [] : [...pageHeaders];
  for (const [name, value] of [...responseHeaders, ...seen]) {
    if (name === "set-cookie") response.headers.append(name, value);
    else response.headers.set(name, value);
  }
  return response;
}

/**
 * Refuses a request beyond what its account may send. An ended session does not count: a copied
 * cookie must not use up its former owner's limits.
 */
async function refuseAccount(
  session: Session,
  take: AccountLimit | null | undefined,
): Promise<Response | null> {
  if (!take) return null;
  // While a service is unavailable, the page itself says so.
  const viewer = await viewerOf(session).catch(() => null);
  const wait = viewer && (await take(viewer.id));
  if (!wait) return null;
  return new Response(`${tooManyRequests(wait)}\n`, {
    status: 429,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Retry-After": String(wait) },
  });
}

/** Whether a response only redirects the browser: 202 is Remix's redirect to its own scripts. */
function isRedirect({ status }: Response): boolean {
  return status === 202 || (status >= 300 && status < 400);
}

/**
 * Renders a page for one visitor; the response must not be shared unless the route says otherwise.
 */
export async function renderPersonalPage(
  build: ServerBuild,
  request: Request,
  options: RenderOptions,
): Promise<Response> {
  const response = await renderPage(build, request, options);
  if (!response.headers.has("Cache-Control"))
    response.headers.set("Cache-Control", "private, no-store");
  const location = response.headers.get("Location");
  const { pathname, search } = new URL(request.url);
  if (location) response.headers.set("Location", withCampaign(location, pathname + search));
  return response;
}

/**
 * Browsers revalidate each time, and get a 304. A shared cache may serve a page for a second
 * without revalidation, so that a crowd reaches us as one request, and for a day while we do not
 * respond. The surrogate keys are the sync tags: a cache that can purge by them may keep pages for
 * longer.
 */
const shared = {
  "cache-control": "public, max-age=0, s-maxage=1, stale-while-revalidate=1, stale-if-error=86400",
  vary: "Accept-Encoding, Cookie",
};

/**
 * A page and its Markdown twin have one URL, and so has a page that is missing: a shared cache gave
 * browsers the text that a program had got.
 */
const negotiated = { ...shared, vary: `Accept, ${shared.vary}` };

const staleMilliseconds = 5_000;

const personal = { "cache-control": "private, no-store" };

/**
 * Renders a page for a visitor without cookies, to be cached for everyone.
 *
 * @param url with only the parameters that are part of the page's key
 * @param secure makes the security headers of a page with these inline scripts
 */
export async function renderSharedPage(
  build: ServerBuild,
  url: string,
  {
    secure,
    ...options
  }: Pick<RenderOptions, "avatars" | "examineSite" | "turn" | "report"> & {
    secure: (scriptSources: string[]) => Record<string, string>;
  },
): Promise<RenderedPage> {
  const { value: rendered, reading } = await watchReading(async () => {
    const response = await renderPage(build, new Request(url), {
      ...options,
      nonce: "",
      completeRequested: true,
      clientIp: "127.0.0.1",
      mode: "production",
    });
    return { response, body: Buffer.from(await response.arrayBuffer()) };
  });
  const { response } = rendered;
  // A route with its own Cache-Control knows something about its response that we do not.
  const setsCookie = response.headers.has("Set-Cookie");
  const special = response.headers.has("Cache-Control") || setsCookie;
  const isFound = response.status === 200 && !special;
  const shareable = isFound || (response.status === 404 && !special);
  const { pathname } = new URL(url);
  const tags = [...reading.tags];
  const headers: Record<string, string> = {};
  for (const [name, value] of response.headers) headers[name] = value;
  const isHtml = response.headers.get("Content-Type")?.startsWith("text/html") ?? false;
  const cacheable = isHtml || pathname.endsWith(".md") ? negotiated : shared;
  const text = isHtml ? rendered.body.toString("utf8") : null;
  const html =
    text === null ? null : deferHydration(isFound ? signPictureIn(text, pathname) : text);
  return {
    status: response.status,
    headers: {
      ...headers,
      ...secure(html === null ? [] : inlineScriptHashes(html)),
      ...(shareable ? { ...cacheable, "surrogate-key": tags.join(" ") } : !special && personal),
    },
    body: html === null ? rendered.body : Buffer.from(html),
    tags,
    // A page made from stale content is tried again soon.
    expiresAt: reading.stale ? Date.now() + staleMilliseconds : reading.expiresAt,
    stale: reading.stale,
    shareable,
    setsCookie,
  };
}
