import { Hono } from "hono";
import { z } from "zod";
import { act } from "../actions";
import { exportStream } from "../dataset/export";
import { type Document, publishedIdOf, randomKey } from "../document";
import { badRequest, LakeError, notFound } from "../errors";
import { type History } from "../history";
import { changesAllowedTo, requireWrite } from "../identity";
import { listenOptions, type Listeners, type MutationEvent } from "../listen/listeners";
import { type EventStreams } from "../listen/sse";
import { type Live } from "../live";
import { explain, mutate } from "../mutations";
import { type QueryContext } from "../query/evaluate";
import { type Parameters } from "../query/parse";
import { parsePerspective } from "../query/perspective";
import { type Queries } from "../query/queries";
import { type Store } from "../store";
import {
  flag,
  isFrom,
  type LakeContext,
  type LakeEnvironment,
  limitBody,
  readJson,
} from "./environment";

export interface DataServices {
  store: Store;
  queries: Queries;
  history: History;
  listeners: Listeners;
  live: Live;
  streams: EventStreams;
  projectId: string;
  dataset: string;
  /** Types of documents that only administrators publish. */
  administratorsPublish: readonly string[];
}

const queryRequest = z.object({
  query: z.string(),
  params: z.record(z.string(), z.unknown()).default({}),
});

/**
 * Everything under `/data`: reading, writing, listening, history.
 * https://www.sanity.io/docs/http-reference
 */
export function dataRoutes(services: DataServices): Hono<LakeEnvironment> {
  const { store, queries, history, listeners, live, streams, projectId, dataset } = services;
  const { administratorsPublish } = services;
  const routes = new Hono<LakeEnvironment>();
  const contextOf = (context: LakeContext): QueryContext => ({
    identity: context.get("identity").id,
    projectId,
    dataset,
  });

  routes.use(async (context, next) => {
    // The dataset's name is at one of two positions in the URLs.
    const [, first, second] = context.req.path.split("/data/")[1]?.split("/") ?? [];
    const named = context.req.path.includes("/data/live/events/") ? second : first;
    if (named !== dataset) throw notFound(`Dataset "${(named ?? "").slice(0, 100)}" not found`);
    await next();
  });

  routes.get("/query/:dataset", (context) => {
    const query = context.req.query("query");
    if (query === undefined) throw badRequest('"query" is required');
    return answerQuery(context, query, parametersOf(context));
  });
  routes.post("/query/:dataset", limitBody, async (context) => {
    const request = queryRequest.safeParse(await readJson(context));
    if (!request.success) throw badRequest(explain(request.error));
    return answerQuery(context, request.data.query, request.data.params);
  });

  async function answerQuery(
    context: LakeContext,
    query: string,
    params: Parameters,
  ): Promise<Response> {
    const start = performance.now();
    const asked = context.req.query("perspective");
    const otherwise = isFrom(context.get("version"), "2025-02-19") ? "published" : "raw";
    const perspective = parsePerspective(asked ?? otherwise);
    const question = { perspective, query, params, context: contextOf(context) };
    const { json, tags } = await queries.answer(question);
    const ms = Math.round(performance.now() - start);
    const echo = flag(context, "returnQuery", true) ? `"query":${JSON.stringify(query)},` : "";
    const body = `{${echo}"result":${json},"syncTags":${JSON.stringify(tags)},"ms":${ms}}`;
    return context.body(body, 200, { "Content-Type": "application/json; charset=utf-8" });
  }

  routes.get("/doc/:dataset/:ids", (context) => {
    const asked = idsOf(context.req.param("ids"));
    const ids = flag(context, "includeAllVersions") ? asked.flatMap(allVersionsOf) : asked;
    const found: Document[] = [];
    let characters = 0;
    const omitted: { id: string; reason: "existence" }[] = [];
    for (const id of ids) {
      const document = store.get(id);
      if (!document) {
        omitted.push({ id, reason: "existence" });
        continue;
      }
      characters += JSON.stringify(document).length;
      if (characters > maxCharacters)
        throw badRequest("These documents are too large for one response");
      found.push(document);
    }
    const documents = flag(context, "excludeContent") ? found.map(withoutContent) : found;
    return context.json({ documents, omitted });
  });

  function allVersionsOf(id: string): string[] {
    const published = publishedIdOf(id);
    return [published, ...store.perspectives.versionsOf(published)];
  }

  routes.post("/mutate/:dataset", limitBody, async (context) => {
    requireWrite(context.get("identity"), "update");
    // Every write is visible when it is acknowledged, which is a stronger guarantee than each of
    // these.
    const visibility = context.req.query("visibility") ?? "sync";
    if (!["sync", "async", "deferred"].includes(visibility)) {
      throw badRequest('"visibility" must be sync, async or deferred');
    }
    const result = await mutate(services, await readJson(context), {
      context: contextOf(context),
      transactionId: context.req.query("transactionId"),
      dryRun: flag(context, "dryRun"),
      returnDocuments: flag(context, "returnDocuments"),
      autoGenerateArrayKeys: flag(context, "autoGenerateArrayKeys"),
      check: changesAllowedTo(context.get("identity"), administratorsPublish),
    });
    return context.json(result);
  });

  routes.post("/actions/:dataset", limitBody, async (context) => {
    requireWrite(context.get("identity"), "update");
    const result = await act(store, await readJson(context), context.get("identity").id, {
      transactionId: context.req.query("transactionId"),
      dryRun: flag(context, "dryRun"),
      check: changesAllowedTo(context.get("identity"), administratorsPublish),
    });
    return context.json(result);
  });

  routes.get("/listen/:dataset", (context) => {
    const { version, identity } = context.var;
    const query = context.req.query("query");
    if (query === undefined) throw badRequest('"query" is required');
    const request = { query, params: parametersOf(context), identity: identity.id };
    const options = listenOptions.parse({
      includeResult: flag(context, "includeResult"),
      includePreviousRevision: flag(context, "includePreviousRevision"),
      includeMutations: flag(context, "includeMutations", true),
      includeAllVersions: flag(context, "includeAllVersions", !isFrom(version, "2025-02-19")),
      effectFormat: context.req.query("effectFormat"),
    });
    // A client that does not request it would take missed events after a welcome for new ones.
    const resumes = flag(context, "enableResume");
    const lastEventId = resumes ? context.req.header("last-event-id") : undefined;
    return streams.respond(identity.id, (open) => {
      try {
        const send = (event: MutationEvent) =>
          open.send({ event: "mutation", id: event.eventId, data: event });
        const { stop, missed } = listeners.listen(request, options, {
          send,
          cut: () => open.close(),
        });
        const events = lastEventId === undefined ? undefined : missed(lastEventId);
        const welcome = events ? "welcomeback" : "welcome";
        open.send({ event: welcome, data: { listenerName: randomKey() } });
        events?.forEach(send);
        return stop;
      } catch (error) {
        if (!(error instanceof LakeError)) throw error;
        // An EventSource does not expose an HTTP error to its client, but it does expose this
        // event.
        open.send({ event: "channelError", data: { message: error.message, ...error.body } });
        open.close();
        return () => {};
      }
    });
  });

  routes.get("/live/events/:dataset", (context) => {
    const person = context.get("identity")?.id;
    const lastEventId = context.req.header("last-event-id");
    return live.events(person, flag(context, "includeDrafts"), lastEventId);
  });

  routes.get("/export/:dataset", (context) => {
    const types = context.req.query("types")?.split(",");
    const body = exportStream(store, types);
    return context.body(body, 200, { "Content-Type": "application/x-ndjson" });
  });

  routes.get("/ping/:dataset", (context) => context.json({}));

  routes.get("/references/:dataset/documents/:id/to", (context) => {
    // The Studio requests only references from other datasets, and there are none: it would show
    // ours a second time.
    const external = context.req.query("excludeInternalReferences") === "true";
    const ids = external ? [] : [...store.references.to(context.req.param("id"))];
    const references = ids.map((documentId) => ({ documentId }));
    return context.json({ totalCount: ids.length, references });
  });

  routes.get("/history/:dataset/transactions/:ids?", async (context) => {
    const query = (name: string) => context.req.query(name);
    const limit = Number(query("limit") ?? 100);
    if (!Number.isInteger(limit) || limit < 1)
      throw badRequest('"limit" must be a positive number');
    const transactions = await history.transactions({
      documentIds: context.req.param("ids")?.split(","),
      fromTransaction: query("fromTransaction"),
      toTransaction: query("toTransaction"),
      fromTime: query("fromTime"),
      toTime: query("toTime"),
      authors: query("authors")?.split(","),
      reverse: flag(context, "reverse"),
      limit: Math.min(limit, 1_000),
      excludeMutations: flag(context, "excludeMutations") || flag(context, "excludeContent"),
      withEffects: query("effectFormat") === "mendoza",
    });
    return context.body(linesOf(transactions), 200, { "Content-Type": "application/x-ndjson" });
  });

  routes.get("/history/:dataset/documents/:ids", async (context) => {
    const moment = momentOf(context);
    const documents: Record<string, unknown>[] = [];
    // One after the other: thousands at once blocked a sign-in's database access for 15 s.
    for (const id of idsOf(context.req.param("ids"))) {
      const document = await history.documentAt(id, moment);
      if (document) documents.push(document);
    }
    return context.json({ documents });
  });

  routes.get("/history/:dataset/events/documents/:id", (context) =>
    context.json({ events: { [context.req.param("id")]: [] }, nextCursor: "" }),
  );

  return routes;
}

/**
 * Maximum documents that one request names, and characters of them in one response: 5,700 times 5
 * MB crashed the backend.
 */
const maxIds = 100;
const maxCharacters = 32_000_000;

/** The ids that a path names, each once. Throws a LakeError 400 when there are too many. */
function idsOf(path: string): string[] {
  const ids = [...new Set(path.split(","))];
  if (ids.length > maxIds) throw badRequest(`One request names ${maxIds} documents at most`);
  return ids;
}

/** `?$name=<JSON>`. Throws a LakeError 400. */
function parametersOf(context: LakeContext): Parameters {
  const params: Parameters = {};
  for (const [name, value] of Object.entries(context.req.query())) {
    if (!name.startsWith("$")) continue;
    try {
      params[name.slice(1)] = JSON.parse(value);
    } catch {
      throw badRequest(`Parameter "${name.slice(0, 100)}" is not valid JSON`);
    }
  }
  return params;
}

/** NDJSON, made as it is read. */
function linesOf(values: AsyncGenerator<unknown>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await values.next();
      if (done) return controller.close();
      controller.enqueue(encoder.encode(`${JSON.stringify(value)}\n`));
    },
    cancel: async () => void (await values.return(undefined)),
  });
}

function momentOf(context: LakeContext) {
  const revision = context.req.query("revision");
  const given = [revision, context.req.query("time"), context.req.query("lastRevision")];
  if (given.filter((each) => each !== undefined).length > 1) {
    throw badRequest('Only one of "revision", "time" and "lastRevision" may be given');
  }
  if (revision !== undefined) return { revision };
  if (flag(context, "lastRevision")) return { lastRevision: true as const };
  return { time: context.req.query("time") ?? new Date().toISOString() };
}

const withoutContent = ({ _id, _type, _rev, _createdAt, _updatedAt }: Document): Document => ({
  _id,
  _type,
  _rev,
  _createdAt,
  _updatedAt,
});
