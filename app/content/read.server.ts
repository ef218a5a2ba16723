import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { ClientReturn, QueryParams } from "@sanity/client";
import { LRUCache } from "lru-cache";
import { withTimeout } from "~/resilience/timeout.server";
import { serviceUnavailable } from "~/resilience/service-unavailable.server";
import { beginServiceCall } from "~/resilience/service-calls.server";
import { onContentChange } from "./content-events.server";
import { client } from "./client.server";
import { momentParameters, nextChange, scheduleQuery } from "./schedule";
import { inShape, type Shape } from "./shape";
import { shapes } from "./shapes.generated";
import { TaggedCache } from "./tagged-cache";

interface Answer {
  /** Text, so that no caller that gets the result can change what the next one gets. */
  json: string;
  tags: readonly string[];
  expiresAt: number;
}

/** A result, and whether it is stale because the lake gave no newer one. */
interface Recalled {
  answer: Answer;
  stale: boolean;
}

/** What a piece of work read, for callers that cache its outcome. */
export interface Reading {
  tags: Set<string>;
  /** Milliseconds since the epoch after which a scheduled document changes the result. */
  expiresAt: number;
  /** Whether a part of it is stale, because the lake is unavailable. */
  stale: boolean;
}

/** A caller that has a stale result waits no longer for a new one. */
const timeoutMilliseconds = 2_500;

/**
 * Whether a caller waited that long in vain and no response has come since: then no caller that has
 * a stale result waits, or a page would wait once for each query.
 */
let lakeIsSlow = false;

/**
 * The lake is not queried for this long after a failure: every visitor would wait for the next
 * failure.
 */
const openMilliseconds = 1_000;

const newCache = () => new TaggedCache<Answer>({ maxSize: 32_000_000, unwatchedLifetime: 5_000 });

/** Results of queries without parameters, of which there are as many as we wrote. */
const fixed = newCache();

/**
 * Results of queries with parameters, which strangers invent without end: they evict only each
 * other.
 */
const varied = newCache();

const cacheFor = (parameters: QueryParams) =>
  Object.keys(parameters).length === 0 ? fixed : varied;

const inFlight = new Map<string, Promise<Answer>>();
const readings = new AsyncLocalStorage<Reading>();
const inDrafts = new AsyncLocalStorage<true>();

onContentChange((change) => {
  for (const cache of [fixed, varied]) {
    if (change.type === "tags") cache.invalidate(change.tags);
    else if (change.type === "everything") cache.invalidateAll();
    else cache.watch(change.watched);
  }
});

/**
 * Reads published content from the cache or the lake: a result is cached until the lake reports an
 * edit that touches it. A query that names `$now` gets the time, and is sent again when a scheduled
 * document changes state. While the lake is unavailable, the last result is served.
 *
 * @param query a `defineQuery` of app/content; its result type is generated from the schemas.
 * @throws a 503 Response when the lake cannot be reached and nothing is cached.
 */
export async function readContent<const Query extends string>(
  query: Query,
  parameters: QueryParams = {},
): Promise<ClientReturn<Query>> {
  return inDrafts.getStore() ? readDraft(query, parameters) : readPublished(query, parameters);
}

/**
 * As {@link readContent}, also in a preview: for what decides something. In previews, an editor's
 * own drafts of the plans granted them any number of credits.
 */
export async function readPublished<const Query extends string>(
  query: Query,
  parameters: QueryParams = {},
): Promise<ClientReturn<Query>> {
  const key = `${query}\n${JSON.stringify(parameters)}`;
  const { answer, stale } = await recall(key, query, parameters);
  const reading = readings.getStore();
  if (reading) {
    reading.stale ||= stale;
    for (const tag of answer.tags) reading.tags.add(tag);
    reading.expiresAt = Math.min(reading.expiresAt, answer.expiresAt);
  }
  const result: ClientReturn<Query> = JSON.parse(answer.json);
  return result;
}

/**
 * Runs a piece of work that sees drafts instead of published content, scheduled documents too, and
 * bypasses every cache.
 */
export function readingDrafts<T>(work: () => Promise<T>): Promise<T> {
  return within(inDrafts, true, work);
}

async function readDraft<const Query extends string>(
  query: Query,
  parameters: QueryParams,
): Promise<ClientReturn<Query>> {
  try {
    const asked = { ...parameters, ...(query.includes("$now") && momentParameters(null)) };
    const result = await asking(() => client.fetch(query, asked, { perspective: "drafts" }));
    return JSON.parse(textOf(query, result));
  } catch (error) {
    throw isRefusal(error) ? error : serviceUnavailable("lake", error);
  }
}

const shapeOf = new LRUCache<string, Shape>({
  max: 100,
  memoMethod: (query) => shapes[createHash("sha256").update(query).digest("base64url")] ?? "any",
});

/** A query's result as text, in the shape that its type promises. */
const textOf = (query: string, result: unknown): string =>
  JSON.stringify(inShape(result, shapeOf.memo(query)));

const running = new Map<object, number>();

/**
 * Runs a piece of work with a value in its storage, which is disabled when nothing runs in it any
 * more: while one is enabled, Node 20 pays for it on every connection and request, and a cached
 * page takes a third longer.
 */
async function within<Value, T>(
  storage: AsyncLocalStorage<Value>,
  value: Value,
  work: () => Promise<T>,
): Promise<T> {
  running.set(storage, (running.get(storage) ?? 0) + 1);
  try {
    return await storage.run(value, work);
  } finally {
    const left = (running.get(storage) ?? 1) - 1;
    running.set(storage, left);
    if (left === 0) storage.disable();
  }
}

/** Runs a piece of work and reports what content it read. */
export async function watchReading<T>(
  work: () => Promise<T>,
): Promise<{ value: T; reading: Reading }> {
  const reading: Reading = { tags: new Set(), expiresAt: Infinity, stale: false };
  const value = await within(readings, reading, work);
  return { value, reading };
}

/** The lake did not respond in time. */
class LakeTimeout extends Error {
  override message = "The lake does not answer in time.";
}

/** Circuit open: the lake is not queried, because it failed just now. */
class CircuitOpen extends Error {
  override message = "The lake did not answer a moment ago.";
}

let openedAt = -Infinity;

async function recall(key: string, query: string, parameters: QueryParams): Promise<Recalled> {
  const cache = cacheFor(parameters);
  const kept = cache.read(key);
  if (kept?.fresh) return { answer: kept.value, stale: false };
  try {
    if (performance.now() - openedAt < openMilliseconds) throw new CircuitOpen();
    // All callers share the query in flight, unless an edit came in between.
    const flightKey = `${cache.currentEpoch()}\n${key}`;
    let answer = inFlight.get(flightKey);
    if (!answer) {
      answer = ask(key, query, parameters).finally(() => inFlight.delete(flightKey));
      inFlight.set(flightKey, answer);
    }
    return {
      answer: await (kept
        ? withTimeout(answer, lakeIsSlow ? 0 : timeoutMilliseconds, () => new LakeTimeout())
        : answer),
      stale: false,
    };
  } catch (error) {
    if (isRefusal(error)) throw error;
    // A lake that is only slow may still respond to the next query.
    if (error instanceof LakeTimeout) lakeIsSlow = true;
    else if (!(error instanceof CircuitOpen)) openedAt = performance.now();
    if (kept) return { answer: kept.value, stale: true };
    throw serviceUnavailable("lake", error);
  }
}

/**
 * A refused query (4xx) is our own error and must show as one; everything else means that the lake
 * is unavailable, including a lake that is overloaded (429).
 */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error && "statusCode" in error)) return false;
  return Number(error.statusCode) < 500 && error.statusCode !== 429;
}

/** The lake closed an idle connection just as a query was sent on it. */
function isCutOff(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ECONNRESET";
}

/** Time in which the other connections that were closed with it are noticed. */
const noticeMilliseconds = 100;

/** A query to the lake, for the metrics. */
async function asking<T>(work: () => Promise<T>): Promise<T> {
  const end = beginServiceCall("lake");
  try {
    const answer = await work().catch(async (error: unknown) => {
      // The client retries only what fits into a URL. Without this retry visitors would get the
      // error page.
      if (!isCutOff(error)) throw error;
      await sleep(noticeMilliseconds);
      return work();
    });
    lakeIsSlow = false;
    end("answered");
    return answer;
  } catch (error) {
    end(isRefusal(error) ? "answered" : "failed");
    throw error;
  }
}

/**
 * Queries the lake, bypassing every cache.
 * @throws when it does not respond
 */
export async function checkLake(): Promise<void> {
  await asking(() => client.fetch("true"));
}

async function ask(key: string, query: string, parameters: QueryParams): Promise<Answer> {
  const cache = cacheFor(parameters);
  const epoch = cache.currentEpoch();
  const scheduled = query.includes("$now");
  const now = new Date();
  const { result, syncTags = [] } = await asking(() =>
    client.fetch<unknown>(
      query,
      scheduled ? { ...parameters, ...momentParameters(now) } : parameters,
      { filterResponse: false },
    ),
  );
  const answer: Answer = {
    json: textOf(query, result),
    tags: syncTags,
    expiresAt: Infinity,
  };
  if (scheduled) {
    const { value: schedule, reading } = await watchReading(() => readPublished(scheduleQuery));
    answer.tags = [...syncTags, ...reading.tags];
    answer.expiresAt = nextChange(schedule, now);
  }
  cache.store(key, answer, { ...answer, epoch, size: answer.json.length });
  return answer;
}
