import type { WorkspaceOptions } from "sanity";
import { createLakeClient } from "./client";
import { lakeUrl } from "./lake-session";
import { StudioLayout } from "./signed-out";

/**
 * What differs when the Studio talks to the embedded lake: its URL, how users sign in, what a
 * signed-out user sees, and that features of Sanity's cloud that the lake lacks are hidden.
 */
export const embeddedLake = {
  apiHost: lakeUrl,
  unstable_clientFactory: createLakeClient,
  auth: {
    loginMethod: "cookie",
    redirectOnSingle: true,
    // `mode` is deprecated, but a function as `providers` would ask the lake for Sanity's own
    // providers first.
    mode: "replace",
    providers: [{ name: "account", title: "Account", url: `${lakeUrl}/login` }],
  },
  scheduledPublishing: { enabled: false, inputDateTimeFormat: "" },
  scheduledDrafts: { enabled: false },
  releases: { enabled: false },
  tasks: { enabled: false },
  announcements: { enabled: false },
  mediaLibrary: { enabled: false },
  apps: { canvas: { enabled: false } },
  advancedVersionControl: { enabled: false },
  // The history panel then reads the lake's transactions.
  beta: { eventsAPI: { documents: false } },
  document: { comments: { enabled: false } },
  studio: { components: { layout: StudioLayout } },
} satisfies Partial<WorkspaceOptions>;
