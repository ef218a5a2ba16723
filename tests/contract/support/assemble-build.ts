import { resolve } from "node:path";
import remixOptions from "../../../remix.config.js";
import type { SiteBuild } from "../../../server/site/load-site";

/**
 * What Remix's compiler makes of the app, from its modules as they are: a test may change one, and
 * needs no build.
 */
export async function assembleBuild(): Promise<SiteBuild> {
  const { default: config } = await import("~/routes");
  const module = await import("~/entry.server");
  const routes: SiteBuild["routes"] = {};
  const assets: SiteBuild["assets"]["routes"] = {};

  async function add(
    id: string,
    file: string,
    place: { path?: string; index?: boolean; caseSensitive?: boolean; parentId?: string },
  ) {
    const route = await import(/* @vite-ignore */ resolve("app", file));
    routes[id] = { id, module: route, ...place };
    assets[id] = {
      id,
      module: `/assets/${id}.js`,
      imports: [],
      hasLoader: "loader" in route,
      hasAction: "action" in route,
      hasClientLoader: false,
      hasClientAction: false,
      hasErrorBoundary: "ErrorBoundary" in route,
      ...place,
    };
  }
  async function addAll(entries: Awaited<typeof config>, parentId: string) {
    for (const { file, children, ...entry } of entries) {
      const { id = file.replace(/\.tsx?$/, ""), path, index, caseSensitive } = entry;
      await add(id, file, { path, index, caseSensitive, parentId });
      await addAll(children ?? [], id);
    }
  }
  await add("root", "root.tsx", { path: "" });
  await addAll(config, "root");
  return {
    mode: "production",
    entry: { module },
    routes,
    assets: {
      entry: { module: "/assets/entry.client.js", imports: [] },
      routes: assets,
      url: "/assets/manifest.js",
      version: "test",
    },
    publicPath: "/",
    assetsBuildDirectory: "build/client",
    future: remixOptions.future,
    isSpaMode: false,
  };
}
