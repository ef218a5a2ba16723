import type { IncomingMessage, ServerResponse } from "node:http";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { ServerBuild } from "@remix-run/node";
import type { createSite, ServerParts, Site, SiteOptions } from "./site";

/** The app as Remix compiled it, together with the server in front of its pages. */
export type SiteBuild = ServerBuild & { entry: { module: { createSite: typeof createSite } } };

/** The site that the build made. */
export async function loadCompiledSite(options: SiteOptions & ServerParts): Promise<Site> {
  const file = pathToFileURL(resolve(options.root, "build/server/index.js")).href;
  const build: SiteBuild = await import(file);
  return build.entry.module.createSite({ ...options, app: { load: async () => build } });
}

/** The site in development: Vite compiles on the next request what an edit changed. */
export async function loadDevelopmentSite(options: SiteOptions & ServerParts): Promise<Site> {
  const { createServer } = await import("vite");
  const { root, server, logger } = options;
  const vite = await createServer({ root, server: { middlewareMode: true, hmr: { server } } });
  const load = async (): Promise<SiteBuild> => {
    const build: Partial<SiteBuild> = await vite.ssrLoadModule("virtual:remix/server-build");
    if (!isSiteBuild(build)) throw new Error("The app's server entry exports no createSite.");
    return build;
  };
  const developmentFiles = (request: IncomingMessage, response: ServerResponse) =>
    new Promise<void>((next, fail) => {
      response.once("finish", next);
      vite.middlewares(request, response, (error: unknown) => (error ? fail(error) : next()));
    });
  const create = ({ entry }: SiteBuild) =>
    entry.module.createSite({ ...options, app: { load, developmentFiles } });
  let build = await load();
  let site = await create(build);

  /** An edit makes new instances of modules, which the handlers must share with the pages. */
  async function newest(): Promise<Site> {
    const now = await load();
    if (now.entry.module === build.entry.module) return site;
    build = now;
    site.close();
    return (site = await create(now));
  }

  return {
    handle(request, response) {
      newest().then(
        (current) => current.handle(request, response),
        (err: unknown) => {
          logger.error({ err }, "The site could not be compiled.");
          response.writeHead(500, { "Content-Type": "text/plain; charset=utf-8" });
          response.end(err instanceof Error ? err.stack : String(err));
        },
      );
    },
    takesUpgrade: (path) => site.takesUpgrade(path),
    upgrade: (...parameters) => site.upgrade(...parameters),
    warmUp() {},
    firstAdminIsMissing: () => site.firstAdminIsMissing(),
    metrics: () => site.metrics(),
    invalidateContent: (tags) => site.invalidateContent(tags),
    close() {
      site.close();
      void vite.close();
    },
  };
}

function isSiteBuild(build: Partial<SiteBuild>): build is SiteBuild {
  return build.entry !== undefined && "createSite" in build.entry.module;
}
