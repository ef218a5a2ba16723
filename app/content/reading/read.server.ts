import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";
import type { ClientReturn, QueryParams } from "@sanity/client";
import { LRUCache } from "lru-cache";
import { SingleFlight } from "@platen/kit";
import { serviceUnavailable } from "@domain/resilience/service-unavailable.server";
import { onContentChange } from "./content-events.server";
import { client } from "./client.server";
import { withinBounds } from "./content-bounds";
import { callLake, isRefusal, throughCircuit } from "./lake-circuit-breaker.server";
import { endOfSchedule, momentParameters, nextChange, scheduleQuery } from "../queries/schedule";
import { ContentRefused, RefusedQueries } from "./refused-queries.server";
import { within } from "./run-within.server";
import { inShape, type Shape } from "./shape";
import { shapes } from "../shapes.generated";
import { TaggedCache } from "./tagged-cache";
import { typeset } from "../typeset";

interface Fetched {
  /** Text, so that no caller that gets the result can change what the next one gets. */
  json: string;
  tags: readonly string[];
  expiresAt: number;
}

/** A result, and whether it is stale because the lake gave no newer one. */
interface Recalled {
  fetched: Fetched;
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

const newCache = () => new TaggedCache<Fetched>({ maxSize: 32_000_000, unwatchedLifetime: 5_000 });

/** Results of queries without parameters, of which the code has a fixed number. */
const fixed = newCache();

/**
 * Results of queries with parameters, which anyone can make up without limit: they evict only each
 * other.
 */
const varied = newCache();

const cacheFor = (parameters: QueryParams) =>
  Object.keys(parameters).length === 0 ? fixed : varied;

const inFlight = new SingleFlight<Fetched>();
const refused = new RefusedQueries();
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
 * @throws a 503 Response when the lake cannot be reached, or refuses the query, and nothing is
 *   cached.
 */
export async function readContent<const Query extends string>(
  query: Query,
  parameters: QueryParams = {},
): Promise<ClientReturn<Query>> {
  return inDrafts.getStore() ? readDraft(query, parameters) : readPublished(query, parameters);
}

/**
 * Like {@link readContent}, but reads published documents in a preview, too: for decisions. In
 * previews, an editor's own drafts of the plans granted them any number of credits.
 */
export async function readPublished<const Query extends string>(
  query: Query,
  parameters: QueryParams = {},
): Promise<ClientReturn<Query>> {
  const key = `${query}\n${JSON.stringify(parameters)}`;
  const { fetched, stale } = await readThroughCache(key, query, parameters);
  const reading = readings.getStore();
  if (reading) {
    reading.stale ||= stale;
    for (const tag of fetched.tags) reading.tags.add(tag);
    reading.expiresAt = Math.min(reading.expiresAt, fetched.expiresAt);
  }
  const result: ClientReturn<Query> = JSON.parse(fetched.json);
  return result;
}

/**
 * Reads published content past the caches, for the search index, which is larger than they are.
 *
 * @returns the result, and the sync tags of the edits that change it
 * @throws when the lake cannot be reached.
 */
export async function readUncached<const Query extends string>(
  query: Query,
  parameters: QueryParams,
): Promise<{ value: ClientReturn<Query>; tags: readonly string[] }> {
  const { result, syncTags = [] } = await callLake(() =>
    client.fetch<unknown>(query, parameters, { filterResponse: false }),
  );
  const value: ClientReturn<Query> = JSON.parse(textOf(query, result));
  return { value, tags: syncTags };
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
    const withTime = { ...parameters, ...(query.includes("$now") && momentParameters(null)) };
    const result = await callLake(() => client.fetch(query, withTime, { perspective: "drafts" }));
    const drafts: ClientReturn<Query> = JSON.parse(textOf(query, result));
    return drafts;
  } catch (error) {
    if (!(error instanceof Error && isRefusal(error))) throw serviceUnavailable("lake", error);
    refused.log(query, error);
    throw new ContentRefused();
  }
}

const shapeOf = new LRUCache<string, Shape>({
  max: 100,
  memoMethod: (query) => shapes[createHash("sha256").update(query).digest("base64url")] ?? "any",
});

/** A query's result as text: within bounds, in the shape that its type promises, and typeset. */
const textOf = (query: string, result: unknown): string =>
  JSON.stringify(typeset(inShape(withinBounds(result), shapeOf.memo(query))));

/**
 * Notes that what is being made also depends on something that is not in the lake. It is made again
 * when one of the tags is invalidated (`invalidateContentInAllProcesses`), and at that time.
 *
 * @param expiresAt milliseconds since the epoch
 */
export function dependOn(tags: readonly string[], expiresAt: number): void {
  const reading = readings.getStore();
  if (!reading) return;
  for (const tag of tags) reading.tags.add(tag);
  reading.expiresAt = Math.min(reading.expiresAt, expiresAt);
}

/** Runs a piece of work and reports what content it read. */
export async function watchReading<T>(
  work: () => Promise<T>,
): Promise<{ value: T; reading: Reading }> {
  const reading: Reading = { tags: new Set(), expiresAt: Infinity, stale: false };
  const value = await within(readings, reading, work);
  return { value, reading };
}

async function readThroughCache(
  key: string,
  query: string,
  parameters: QueryParams,
): Promise<Recalled> {
  const cache = cacheFor(parameters);
  const cached = cache.read(key);
  if (cached?.fresh) return { fetched: cached.value, stale: false };
  const inEpoch = `${cache.currentEpoch()}\n${key}`;
  try {
    refused.check(inEpoch);
    const response = await throughCircuit(
      // All callers share the query in flight, unless an edit came in between.
      () => inFlight.run(inEpoch, () => fetchAndCache(key, query, parameters)),
      { hasStale: cached !== null },
    );
    return { fetched: response, stale: false };
  } catch (error) {
    const isRefused = error instanceof ContentRefused || isRefusal(error);
    if (error instanceof Error && isRefused)
      refused.note(inEpoch, query, error, query === scheduleQuery ? scheduleRest : undefined);
    // One document can make a result too large: what was read before is shown as long as it is.
    if (cached) return { fetched: cached.value, stale: true };
    throw isRefused ? new ContentRefused() : serviceUnavailable("lake", error);
  }
}

/** For how long a refused schedule counts as empty, or as it was before, in milliseconds. */
const scheduleRest = 60_000;

async function readSchedule(): Promise<ClientReturn<typeof scheduleQuery>> {
  try {
    return await readPublished(scheduleQuery);
  } catch (error) {
    if (!(error instanceof ContentRefused)) throw error;
    dependOn([], Date.now() + scheduleRest);
    return { appearing: [], disappearing: [] };
  }
}

const readAgainAt = ({ stale, expiresAt }: Reading) =>
  stale ? Math.min(expiresAt, Date.now() + scheduleRest) : expiresAt;

async function fetchAndCache(
  key: string,
  query: string,
  parameters: QueryParams,
): Promise<Fetched> {
  const cache = cacheFor(parameters);
  const epoch = cache.currentEpoch();
  const isTimed = query.includes("$now");
  // Read before the query is sent: a change between the two would otherwise be missed.
  const read = isTimed && query !== scheduleQuery ? await watchReading(readSchedule) : null;
  const now = new Date();
  const { result, syncTags = [] } = await callLake(() =>
    client.fetch<unknown>(
      query,
      isTimed ? { ...parameters, ...momentParameters(now) } : parameters,
      { filterResponse: false },
    ),
  );
  const json = textOf(query, result);
  const fetched: Fetched = {
    json,
    tags: [...syncTags, ...(read?.reading.tags ?? [])],
    expiresAt: read ? nextChange(read.value, now, readAgainAt(read.reading)) : Infinity,
  };
  if (query === scheduleQuery) {
    const schedule: ClientReturn<typeof scheduleQuery> = JSON.parse(json);
    fetched.expiresAt = endOfSchedule(schedule, now);
  }
  cache.store(key, fetched, { ...fetched, epoch, size: fetched.json.length });
  return fetched;
}
