/*
 * Counts and times the calls to services, for the metrics; it refuses none. The circuit breaker is
 * `app/content/reading/lake-circuit-breaker.server.ts`.
 */

/** The services that the site depends on. */
export type Service = "auth" | "database" | "lake";

export interface ServiceCall {
  service: Service;
  /**
   * Refusals count as responses; failures are timeouts, lost connections and the service's own
   * errors.
   */
  outcome: "responded" | "failed";
  seconds: number;
}

const open: Record<Service, number> = { auth: 0, database: 0, lake: 0 };
let listener: (call: ServiceCall) => void = () => {};

/**
 * Records a call to a service.
 *
 * @returns what to call, once, when the call is over
 */
export function beginServiceCall(service: Service): (outcome: ServiceCall["outcome"]) => void {
  const started = performance.now();
  open[service]++;
  return (outcome) => {
    open[service]--;
    listener({ service, outcome, seconds: (performance.now() - started) / 1_000 });
  };
}

/** For the metrics: the number of calls in flight, and who is notified when one ends. */
export const serviceCalls = {
  open: (): Readonly<Record<Service, number>> => open,
  onEnd(onCall: (call: ServiceCall) => void) {
    listener = onCall;
  },
};
