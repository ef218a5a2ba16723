import { createClient } from "@sanity/client";
import { environment } from "@domain/environment.server";

/**
 * The lake as the site reads it: published documents only, never through the CDN, which may serve
 * older results.
 */
export const client = createClient({
  projectId: environment.SANITY_PROJECT_ID,
  dataset: environment.SANITY_DATASET,
  token: environment.SANITY_API_TOKEN,
  apiVersion: "2025-02-19",
  perspective: "published",
  useCdn: false,
  // Milliseconds to connect, then milliseconds of silence; GETs are retried once. A cold page waits
  // up to ten seconds for an unresponsive lake, a page with a stale result 2.5 (the circuit breaker
  // of `lake-circuit-breaker.server.ts`).
  timeout: 5_000,
  maxRetries: 1,
  ...(environment.SANITY_API_HOST && {
    apiHost: environment.SANITY_API_HOST,
    useProjectHostname: false,
  }),
});
