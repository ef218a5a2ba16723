import type { Service } from "./service-call-metrics.server";

/**
 * What is thrown when the database has no room for a write: a 507 (RFC 4918, 11.5), which the error
 * page shows. The database's own process logs it once.
 */
export const storageFull = () =>
  new Response(null, { status: 507, headers: { "Retry-After": "60" } });

/**
 * Whether a write failed for that reason: the read that the write accompanies may go on without it.
 */
export const isStorageFull = (error: unknown): boolean =>
  error instanceof Response && error.status === 507;

/**
 * What a loader throws when a service that the page cannot do without does not respond: a 503,
 * which the error page shows without naming internals. The cause is logged.
 */
export function serviceUnavailable(service: Service, cause: unknown): Response {
  console.error(`The ${service} service is not responding:`, cause);
  return new Response(null, { status: 503, headers: { "Retry-After": "5" } });
}
