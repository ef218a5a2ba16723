/**
 * The options of the Remix compiler. vite.config.ts hands them to the Remix plugin.
 * Every v3 flag is on: the site is written for React Router 7's behavior, so that the move is a
 * rename.
 *
 * @satisfies {import("@remix-run/dev").VitePluginConfig}
 */
export default {
  appDirectory: "app",
  buildDirectory: "build",
  future: {
    // Without it Vite finds each route's packages late in development, and the page that is open
    // gets a second React.
    unstable_optimizeDeps: true,
    v3_fetcherPersist: true,
    v3_lazyRouteDiscovery: true,
    v3_relativeSplatPath: true,
    v3_routeConfig: true,
    v3_singleFetch: true,
    v3_throwAbortReason: true,
  },
};
