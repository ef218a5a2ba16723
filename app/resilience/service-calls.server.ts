/** What the site stands on. */
export type Service = "auth" | "database" | "lake";

export interface ServiceCall {
  service: Service;
  /** Refusals are answers; failures are none, or the service's own errors. */
  outcome: "answered" | "failed";
  seconds: number;
}

const open: Record<Service, number> = { auth: 0, database: 0, lake: 0 };
let listener: (call: ServiceCall) => void = () => {};

/**
 * Notes that a service is asked something.
 *
 * @returns what to call, once, when it is over
 */
export function beginServiceCall(service: Service): (outcome: ServiceCall["outcome"]) => void {
  const started = performance.now();
  open[service]++;
  return (outcome) => {
    open[service]--;
    listener({ service, outcome, seconds: (performance.now() - started) / 1_000 });
  };
}

/** For the metrics: how many calls are under way, and who hears of those that are over. */
export const serviceCalls = {
  open: (): Readonly<Record<Service, number>> => open,
  onEnd(hear: (call: ServiceCall) => void) {
    listener = hear;
  },
};
