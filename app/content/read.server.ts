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
  /** Text, so that nobody who gets the answer can change what the next one gets. */
  json: string;
  tags: readonly string[];
  expiresAt: number;
}

/** An answer, and whether it is an old one because the lake gave no newer. */
interface Recalled {
  answer: Answer;
  stale: boolean;
}

/** What a piece of work read, for whoever keeps its outcome. */
export interface Reading {
  tags: Set<string>;
  /** Milliseconds since the epoch after which a scheduled document changes what was read. */
  expiresAt: number;
  /** Whether something of it is old, because the lake is away. */
  stale: boolean;
}

/** Who has an old answer waits no longer for a new one. */
const timeoutMilliseconds = 2_500;

/**
 * Whether somebody waited so long in vain, and nothing was answered since: then nobody with an old answer waits, or a
 * page would wait once for each thing that it reads.
 */
let lakeIsSlow = false;

/** For so long after it failed, the lake is not asked again: every visitor would wait for it to fail once more. */
const openMilliseconds = 1_000;

const newCache = () => new TaggedCache<Answer>({ maxSize: 32_000_000, unwatchedLifetime: 5_000 });

/** Answers to queries without parameters, which are as many as we wrote. */
const fixed = newCache();

/** Those with parameters, which strangers make up without end: they drive out only each other. */
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
 * Asks the lake for published content, or the memory of it: an answer is kept until the lake says that an edit
 * touched it. A query that names `$now` gets the time, and is asked again when a scheduled document turns.
 * While the lake is away, the last answer stands in.
 *
 * @param query a `defineQuery` of app/content; its result type is generated from the schemas.
 * @throws a 503 Response when the lake cannot be reached and nothing was kept.
 */
export async function readContent<const Query extends string>(
  query: Query,
  parameters: QueryParams = {},
): Promise<ClientReturn<Query>> {
  return inDrafts.getStore() ? readDraft(query, parameters) : readPublished(query, parameters);
}

/**
 * As {@link readContent}, also in a preview: for what decides something. In previews an editor's own drafts of the plans gave
 * them any credits.
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

/** Runs a piece of work that sees drafts in place of what is published, scheduled documents too, past every memory. */
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
 * Runs a piece of work with a value in its storage, which is switched off when nothing runs in it any more: while one is
 * on, Node 20 pays for it on every connection and request, and a kept page takes a third longer.
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

/** Runs a piece of work and tells what content it read. */
export async function watchReading<T>(
  work: () => Promise<T>,
): Promise<{ value: T; reading: Reading }> {
  const reading: Reading = { tags: new Set(), expiresAt: Infinity, stale: false };
  const value = await within(readings, reading, work);
  return { value, reading };
}

/** The lake did not answer yet. */
class LakeTimeout extends Error {
  override message = "The lake does not answer in time.";
}

/** The lake is not asked, because it failed just now. */
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
    // Everyone who asks while the answer is on its way gets that answer, unless an edit came in between.
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
    // A lake that is only slow may still answer the next one.
    if (error instanceof LakeTimeout) lakeIsSlow = true;
    else if (!(error instanceof CircuitOpen)) openedAt = performance.now();
    if (kept) return { answer: kept.value, stale: true };
    throw serviceUnavailable("lake", error);
  }
}

/**
 * A refused query (4xx) is our own mistake and must show as one; everything else is the lake being away, and so is one
 * that has too much to do (429).
 */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error && "statusCode" in error)) return false;
  return Number(error.statusCode) < 500 && error.statusCode !== 429;
}

/** The lake closed a connection on which nothing had moved for a while, just as a question went over it. */
function isCutOff(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ECONNRESET";
}

/** In this time the other connections that were closed with it are noticed. */
const noticeMilliseconds = 100;

/** A question to the lake, for the metrics. */
async function asking<T>(work: () => Promise<T>): Promise<T> {
  const end = beginServiceCall("lake");
  try {
    const answer = await work().catch(async (error: unknown) => {
      // The client asks again by itself only what fits into an address. Visitors would read that the lake is away.
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

/** Asks the lake something, past every memory. @throws when it does not answer */
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
