import { existsSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { SiteDoor } from "../app/account/session/site-door.server";
import { refuse } from "./refusals";
import { serveStaticFiles } from "./static-files";

export interface StudioOptions {
  /** Where the build put the Studio. */
  directory: string;
  siteOrigin: string;
  door: () => Promise<SiteDoor>;
}

/**
 * Serves the Studio at /studio to editors and administrators. Its files hold no secrets; the guard is there so that a
 * person who may not use it reads why, instead of an application that fails to load.
 */
export function serveStudio({ directory, siteOrigin, door }: StudioOptions) {
  const files = existsSync(directory) ? serveStaticFiles(directory, "/static/") : null;

  return async function studio(
    request: IncomingMessage,
    response: ServerResponse,
    visitor: string,
  ) {
    if (request.method !== "GET" && request.method !== "HEAD") {
      const sentence = "The Studio's files take GET and HEAD.";
      return refuse(request, response, 405, sentence, { Allow: "GET, HEAD" });
    }
    const url = new URL(request.url ?? "/", siteOrigin);
    const isFile = url.pathname.startsWith("/studio/static/") || /\.[a-z0-9]+$/.test(url.pathname);
    if (!isFile && !(await mayEnter(request, response, visitor, url))) return;
    if (!files) {
      return refuse(request, response, 503, "The Studio is not built yet. Run: npm run build");
    }
    // Every address inside the application is its index page; only files are files.
    const path = isFile ? url.pathname.slice("/studio".length) : "/index.html";
    if (!(await files.answer(path, request, response)))
      refuse(request, response, 404, "The Studio has no such file.");
  };

  async function mayEnter(
    request: IncomingMessage,
    response: ServerResponse,
    visitor: string,
    url: URL,
  ): Promise<boolean> {
    const { openSession, lakeAccess } = await door();
    const outgoing = new Headers();
    const cookies = new Request(url, { headers: { Cookie: request.headers.cookie ?? "" } });
    const access = await lakeAccess(openSession(cookies, outgoing, visitor));
    for (const [name, value] of outgoing) response.appendHeader(name, value);
    if (access.allowed) return true;
    const back = encodeURIComponent(url.pathname + url.search);
    const location =
      access.reason === "signed-out" ? `/login?redirectTo=${back}` : "/studio-access";
    response.writeHead(302, { Location: location, "Cache-Control": "private, no-store" }).end();
    return false;
  }
}
