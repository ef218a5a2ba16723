import { existsSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { studioAccess } from "~/account/session/studio-session.server";
import { openSession } from "~/account/session/session.server";
import { refuse } from "../http/error-responses";
import { createStaticFiles } from "./static-files";

const base = "/studio";

const isFile = (pathname: string) =>
  pathname.startsWith(`${base}/static/`) ||
  (pathname.startsWith(`${base}/`) && /\.[a-z0-9]+$/.test(pathname));

export type StudioFiles = ReturnType<typeof createStudioFiles>;

export interface StudioOptions {
  /** Where the build wrote the Studio. */
  directory: string;
  siteOrigin: string;
}

/**
 * Serves the Studio at /studio to editors and administrators. Its files contain no secrets; the
 * guard is there so that a user without access reads why, instead of getting an application that
 * fails to load.
 */
export function createStudioFiles({ directory, siteOrigin }: StudioOptions) {
  const files = existsSync(directory) ? createStaticFiles(directory, "/static/") : null;

  /**
   * Responds to a request for one of the Studio's files; false when there is none at this path.
   * Runs before the limits: an editor who opens the Studio four times in a minute requests some 150
   * of them, and was refused.
   */
  async function sendFile(
    pathname: string,
    request: IncomingMessage,
    response: ServerResponse,
    clientIp: string,
  ) {
    if (!files || !isFile(pathname)) return false;
    return files.serve(pathname.slice(base.length), request, response, clientIp);
  }

  /**
   * Responds to every other path below /studio. Each one inside the application gets its index
   * page.
   */
  async function sendPage(request: IncomingMessage, response: ServerResponse, clientIp: string) {
    if (request.method !== "GET" && request.method !== "HEAD") {
      const sentence = "The Studio's files accept GET and HEAD.";
      return refuse(request, response, 405, sentence, { Allow: "GET, HEAD" });
    }
    const url = new URL(request.url ?? "/", siteOrigin);
    if (!isFile(url.pathname) && !(await admitOrRedirect(request, response, clientIp, url))) return;
    if (!files) {
      return refuse(request, response, 503, "The Studio is not built yet. Run: npm run build");
    }
    if (isFile(url.pathname) || !(await files.serve("/index.html", request, response, clientIp)))
      refuse(request, response, 404, "The Studio has no such file.");
  }

  /** Whether the Studio may be sent; otherwise it has redirected the visitor. */
  async function admitOrRedirect(
    request: IncomingMessage,
    response: ServerResponse,
    clientIp: string,
    url: URL,
  ): Promise<boolean> {
    const responseHeaders = new Headers();
    const cookies = new Request(url, { headers: { Cookie: request.headers.cookie ?? "" } });
    const access = await studioAccess(openSession(cookies, responseHeaders, clientIp));
    for (const [name, value] of responseHeaders) response.appendHeader(name, value);
    if (access.allowed) return true;
    const back = encodeURIComponent(url.pathname + url.search);
    const location =
      access.reason === "signed-out" ? `/login?redirectTo=${back}` : "/studio-access";
    response.writeHead(302, { Location: location, "Cache-Control": "private, no-store" }).end();
    return false;
  }

  return { sendFile, sendPage };
}
