import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { ServerBuild } from "@remix-run/node";
import type { SiteDoor } from "../../app/account/session/site-door.server";

/** The app as Remix compiled it, with the exports of its server entry. */
export type AppBuild = ServerBuild & {
  entry: { module: { siteDoor: SiteDoor; styles: string } };
};

export interface LoadedApp {
  /** The build to use: in development the newest one, compiled on request. */
  load(): Promise<AppBuild>;
  /** Serves Vite's own files in development; does nothing in production. */
  developmentFiles(request: IncomingMessage, response: ServerResponse): Promise<void>;
  close(): Promise<void>;
}

/** Loads the compiled app, or in development starts Vite, which compiles it on request. */
export async function loadApp(
  root: string,
  mode: "production" | "development",
  server: Server,
): Promise<LoadedApp> {
  if (mode === "production") {
    const file = pathToFileURL(resolve(root, "build/server/index.js")).href;
    const build: AppBuild = await import(file);
    return { load: async () => build, developmentFiles: async () => {}, close: async () => {} };
  }
  const { createServer } = await import("vite");
  const vite = await createServer({
    root,
    server: { middlewareMode: true, hmr: { server } },
  });
  return {
    async load() {
      const build: Partial<AppBuild> = await vite.ssrLoadModule("virtual:remix/server-build");
      if (!isAppBuild(build)) throw new Error("The app's server entry exports no siteDoor.");
      return build;
    },
    developmentFiles: (request, response) =>
      new Promise((next, fail) => {
        response.once("finish", next);
        vite.middlewares(request, response, (error: unknown) => (error ? fail(error) : next()));
      }),
    close: () => vite.close(),
  };
}

function isAppBuild(build: Partial<AppBuild>): build is AppBuild {
  return build.entry !== undefined && "siteDoor" in build.entry.module;
}
