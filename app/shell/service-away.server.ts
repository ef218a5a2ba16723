import type { Service } from "./service-calls.server";

/**
 * What a loader throws when a service that the page cannot do without does not answer: a 503, which the error page
 * shows without naming internals. The cause goes to the log.
 */
export function serviceAway(service: Service, cause: unknown): Response {
  console.error(`The ${service} service does not answer:`, cause);
  return new Response(null, { status: 503, headers: { "Retry-After": "5" } });
}
