import type { ServerResponse } from "node:http";

const timeoutMilliseconds = 3_000;

/** Responds 200 as long as the process responds at all: restart one that does not. */
export function sendHealth(response: ServerResponse): void {
  sendHealthState(response, true);
}

/**
 * How long a result is reused: anyone may send requests, and each check costs a query and a
 * transaction.
 */
const freshMilliseconds = 1_000;

export type ReadinessHandler = ReturnType<typeof createReadiness>;

/**
 * Creates a handler that responds 200 when the site and the services that it depends on work, else
 * 503: then send visitors elsewhere. One check runs at a time, whatever the number of requests.
 *
 * @param checkServices rejects when one of them does not respond (check-services.ts)
 */
export function createReadiness(checkServices: () => Promise<unknown>) {
  let checking: Promise<boolean> | undefined;
  // On the monotonic clock: after the other one went back, /readyz repeated its last result for as
  // long as the jump.
  let known: { ready: boolean; until: number } | undefined;

  function check(): Promise<boolean> {
    checking ??= checkServices()
      .then(
        () => true,
        () => false,
      )
      .finally(() => (checking = undefined));
    return checking;
  }

  return async function sendReadiness(response: ServerResponse): Promise<void> {
    if (!known || known.until < performance.now()) {
      const timedOut = new Promise<boolean>((resolve) =>
        setTimeout(resolve, timeoutMilliseconds, false).unref(),
      );
      const ready = await Promise.race([check(), timedOut]);
      known = { ready, until: performance.now() + freshMilliseconds };
    }
    sendHealthState(response, known.ready);
  };
}

function sendHealthState(response: ServerResponse, good: boolean) {
  response
    .writeHead(good ? 200 : 503, {
      "Content-Type": "application/json; charset=utf-8",
      "Cache-Control": "no-store",
      ...(!good && { "Retry-After": "5" }),
    })
    .end(JSON.stringify({ status: good ? "ok" : "unavailable" }));
}
