import { defineCliConfig } from "sanity/cli";
import { dataset, projectId } from "./environment";

export default defineCliConfig({
  api: { projectId, dataset },
  // The only place that knows the path: a second `basePath` in sanity.config.ts would make it /studio/studio.
  project: { basePath: "/studio" },
  // Auto-updating studios load their code from sanity-cdn.com at run time.
  deployment: { autoUpdates: false },
  reactStrictMode: false,
});
