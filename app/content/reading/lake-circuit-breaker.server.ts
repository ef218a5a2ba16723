import { setTimeout as sleep } from "node:timers/promises";
import { beginServiceCall } from "@domain/resilience/service-call-metrics.server";
import { withTimeout } from "@domain/resilience/timeout.server";
import { client } from "./client.server";

/** A caller that has a stale result waits no longer for a new one. */
const timeoutMilliseconds = 2_500;

/**
 * The circuit stays open for this long after a failure: otherwise every visitor would wait for the
 * next one.
 */
const openMilliseconds = 1_000;

let openedAt = -Infinity;

/**
 * Whether a query timed out and the lake has not responded since. Callers with a stale result then
 * do not wait: otherwise a page would wait once for each query.
 */
let isSlow = false;

/** When the lake last responded to any query. */
let respondedAt = -Infinity;

/** The lake did not respond in time. */
class LakeTimeout extends Error {
  override message = "The lake does not respond in time.";
}

/** The lake is not queried, because it failed just now. */
class CircuitOpen extends Error {
  override message = "The lake did not respond a moment ago.";
}

/**
 * A circuit breaker: queries the lake while the circuit is closed. After a failure it is open for
 * {@link openMilliseconds}, and queries fail immediately. Then it is half-open: queries are sent
 * again, and the first that fails opens it again.
 *
 * @param query starts the query, or joins one in flight
 * @param caller.hasStale whether the caller has an earlier result, and need not wait for long
 * @throws what the query threw; an error when there is no result in time, or the circuit is open
 */
export async function throughCircuit<T>(
  query: () => Promise<T>,
  { hasStale }: { hasStale: boolean },
): Promise<T> {
  const startedAt = performance.now();
  if (startedAt - openedAt < openMilliseconds) throw new CircuitOpen();
  try {
    const result = query();
    return await (hasStale
      ? withTimeout(result, isSlow ? 0 : timeoutMilliseconds, () => new LakeTimeout())
      : result);
  } catch (error) {
    // A lake that is only slow may still respond to the next query.
    if (error instanceof LakeTimeout) isSlow = true;
    else if (!isRefusal(error) && !(isSilence(error) && respondedAt > startedAt))
      openedAt = performance.now();
    throw error;
  }
}

/**
 * A refused query (4xx) is our own error and must show as one; everything else means that the lake
 * is unavailable, including a lake that is overloaded (429).
 */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error && "statusCode" in error)) return false;
  return Number(error.statusCode) < 500 && error.statusCode !== 429;
}

/**
 * Whether a query got no response in time. If the lake responded to others meanwhile, only that
 * query is slow: otherwise one visitor's ten-second searches opened the circuit for everyone.
 */
function isSilence(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return code === "ESOCKETTIMEDOUT" || code === "ETIMEDOUT";
}

/** The lake closed an idle connection just as a query was sent on it. */
function isCutOff(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ECONNRESET";
}

/** Time in which the other connections that were closed with it are noticed. */
const noticeMilliseconds = 100;

/**
 * Queries the lake, and counts it for the metrics. A query whose connection was reset is sent once
 * more.
 */
export async function callLake<T>(work: () => Promise<T>): Promise<T> {
  const end = beginServiceCall("lake");
  try {
    const result = await work().catch(async (error: unknown) => {
      // The client retries only what fits into a URL. Without this retry visitors would get the
      // error page.
      if (!isCutOff(error)) throw error;
      await sleep(noticeMilliseconds);
      return work();
    });
    isSlow = false;
    respondedAt = performance.now();
    end("responded");
    return result;
  } catch (error) {
    if (isRefusal(error)) respondedAt = performance.now();
    end(isRefusal(error) ? "responded" : "failed");
    throw error;
  }
}

/**
 * Queries the lake, bypassing every cache.
 *
 * @throws when it does not respond
 */
export async function checkLake(): Promise<void> {
  await callLake(() => client.fetch("true"));
}
