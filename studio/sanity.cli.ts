import { defineCliConfig } from "sanity/cli";
import { mergeConfig } from "vite";
import { dataset, projectId } from "./environment";

/**
 * The panes of the desk in one file: on a narrow screen the one that loads last is expanded, which
 * must be the form, not a list whose own file took longer.
 */
const manualChunks = (id: string) =>
  /\/sanity\/lib\/_chunks-es\/(index[23]|pane2?)\.js$/.test(id) ? "panes" : undefined;

export default defineCliConfig({
  api: { projectId, dataset },
  // The only place with the path: a second `basePath` in sanity.config.ts would make it
  // /studio/studio.
  project: { basePath: "/studio" },
  // Auto-updating studios load their code from sanity-cdn.com at run time.
  deployment: { autoUpdates: false },
  reactStrictMode: false,
  vite: (config) => mergeConfig(config, { build: { rollupOptions: { output: { manualChunks } } } }),
});
