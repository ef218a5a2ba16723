import { AsyncLocalStorage } from "node:async_hooks";
import type { ClientReturn, QueryParams } from "@sanity/client";
import { serviceAway } from "~/shell/service-away.server";
import { onContentChange } from "./changes.server";
import { client } from "./client.server";
import { nextChange, scheduleQuery } from "./schedule";
import { TaggedCache } from "./tagged-cache";

interface Answer {
  /** Text, so that nobody who gets the answer can change what the next one gets. */
  json: string;
  tags: readonly string[];
  expiresAt: number;
}

/** What a piece of work read, for whoever keeps its outcome. */
export interface Reading {
  tags: Set<string>;
  /** Milliseconds since the epoch after which a scheduled document changes what was read. */
  expiresAt: number;
}

const cache = new TaggedCache<Answer>({ maxSize: 64_000_000, unwatchedLifetime: 5_000 });
const underWay = new Map<string, Promise<Answer>>();
const readings = new AsyncLocalStorage<Reading>();

onContentChange((change) => {
  if (change.type === "tags") cache.invalidate(change.tags);
  else if (change.type === "everything") cache.invalidateAll();
  else cache.watch(change.watched);
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
  const key = `${query}\n${JSON.stringify(parameters)}`;
  const answer = await recall(key, query, parameters);
  const reading = readings.getStore();
  if (reading) {
    for (const tag of answer.tags) reading.tags.add(tag);
    reading.expiresAt = Math.min(reading.expiresAt, answer.expiresAt);
  }
  const result: ClientReturn<Query> = JSON.parse(answer.json);
  return result;
}

/** Runs a piece of work and tells what content it read. */
export async function watchReading<T>(
  work: () => Promise<T>,
): Promise<{ value: T; reading: Reading }> {
  const reading: Reading = { tags: new Set(), expiresAt: Infinity };
  const value = await readings.run(reading, work);
  return { value, reading };
}

async function recall(key: string, query: string, parameters: QueryParams): Promise<Answer> {
  const kept = cache.read(key);
  if (kept?.fresh) return kept.value;
  try {
    // Everyone who asks while the answer is on its way gets that answer, unless an edit came in between.
    const flight = `${cache.begin()}\n${key}`;
    let answer = underWay.get(flight);
    if (!answer) {
      answer = ask(key, query, parameters).finally(() => underWay.delete(flight));
      underWay.set(flight, answer);
    }
    return await answer;
  } catch (error) {
    // A refused query (4xx) is our own mistake and must show as one; everything else is the lake being away.
    if (error instanceof Error && "statusCode" in error && Number(error.statusCode) < 500)
      throw error;
    if (kept) return kept.value;
    throw serviceAway("lake", error);
  }
}

async function ask(key: string, query: string, parameters: QueryParams): Promise<Answer> {
  const begun = cache.begin();
  const scheduled = query.includes("$now");
  const now = new Date();
  const { result, syncTags = [] } = await client.fetch<unknown>(
    query,
    scheduled ? { ...parameters, now: now.toISOString() } : parameters,
    { filterResponse: false },
  );
  const answer: Answer = {
    json: JSON.stringify(result ?? null),
    tags: syncTags,
    expiresAt: Infinity,
  };
  if (scheduled) {
    const { value: schedule, reading } = await watchReading(() => readContent(scheduleQuery));
    answer.tags = [...syncTags, ...reading.tags];
    answer.expiresAt = nextChange(schedule, now);
  }
  cache.store(key, answer, { ...answer, begun, size: answer.json.length });
  return answer;
}
