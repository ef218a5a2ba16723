import { Hono } from "hono";
import { z } from "zod";
import { exportStream } from "../../dataset/export";
import { type Document, publishedIdOf } from "../../document";
import { badRequest, explain, tooLargeTogether } from "../../errors";
import { limits } from "../../limits";
import type { Parameters } from "../../query/parse";
import { InlineTime } from "../../query/inline-time";
import { parsePerspective } from "../../query/perspective";
import type { Store } from "../../store";
import { flag, isFrom, type LakeContext, type LakeEnvironment } from "../environment";
import { readJson } from "../read-json";
import { idsOf, parametersOf, queryOf } from "./parameters";
import { type DataServices, queryContext } from "./services";

const queryRequest = z.object({
  query: z.string(),
  params: z.record(z.string(), z.unknown()).default({}),
});

/** Documents as they are: by query, by id, all of them. */
export function readingRoutes(services: DataServices): Hono<LakeEnvironment> {
  const { store, unsent } = services;
  const exportTime = new InlineTime();
  const routes = new Hono<LakeEnvironment>();

  routes.get("/query/:dataset", (context) =>
    handleQuery(services, context, queryOf(context), parametersOf(context)),
  );
  routes.post("/query/:dataset", async (context) => {
    const request = queryRequest.safeParse(
      await readJson(context, { bytes: limits.queryBody, values: limits.queryValues }),
    );
    if (!request.success) throw badRequest(explain(request.error));
    return handleQuery(services, context, request.data.query, request.data.params);
  });

  // The Studio's forms ask in batches whether documents exist, and a slow one sends a batch without
  // ids. Its refusal was shown as an error of every reference, and nothing could be published.
  routes.get("/doc/:dataset", (context) => context.json({ documents: [], omitted: [] }));

  routes.get("/doc/:dataset/:ids", (context) => {
    const asked = idsOf(context.req.param("ids"));
    const ids = flag(context, "includeAllVersions")
      ? asked.flatMap((id) => allVersionsOf(store, id))
      : asked;
    const { documents, omitted } = documentsOf(store, ids, flag(context, "excludeContent"));
    const json = `{"documents":[${documents}],"omitted":${JSON.stringify(omitted)}}`;
    return unsent.respond(context.get("identity").id, json);
  });

  routes.get("/export/:dataset", (context) => {
    const types = context.req.query("types")?.split(",");
    const requester = context.get("identity").id;
    const body = exportStream(store, types, (portion) => exportTime.pace(requester, portion));
    return context.body(body, 200, { "Content-Type": "application/x-ndjson" });
  });

  routes.get("/references/:dataset/documents/:id/to", (context) => {
    // The Studio requests only references from other datasets, and there are none: it would show
    // ours a second time.
    const external = context.req.query("excludeInternalReferences") === "true";
    const ids = external ? [] : [...store.references.to(context.req.param("id"))];
    const references = ids.map((documentId) => ({ documentId }));
    return context.json({ totalCount: ids.length, references });
  });

  return routes;
}

async function handleQuery(
  services: DataServices,
  context: LakeContext,
  query: string,
  params: Parameters,
): Promise<Response> {
  const start = performance.now();
  const asked = context.req.query("perspective");
  const otherwise = isFrom(context.get("version"), "2025-02-19") ? "published" : "raw";
  const perspective = parsePerspective(asked ?? otherwise);
  const request = { perspective, query, params, context: queryContext(services, context) };
  const { json, tags } = await services.queries.run(request);
  const ms = Math.round(performance.now() - start);
  const echo = flag(context, "returnQuery", true) ? `"query":${JSON.stringify(query)},` : "";
  const body = `{${echo}"result":${json},"syncTags":${JSON.stringify(tags)},"ms":${ms}}`;
  return services.unsent.respond(request.context.identity, body);
}

/** The documents as JSON texts: 5,700 times 5 MB crashed the backend. */
function documentsOf(store: Store, ids: readonly string[], excludeContent: boolean) {
  const documents: string[] = [];
  const omitted: { id: string; reason: "existence" }[] = [];
  let characters = 0;
  for (const id of ids) {
    const document = store.get(id);
    if (!document) {
      omitted.push({ id, reason: "existence" });
      continue;
    }
    const text = JSON.stringify(excludeContent ? withoutContent(document) : document);
    characters += text.length;
    if (characters > limits.response) throw tooLargeTogether();
    documents.push(text);
  }
  return { documents, omitted };
}

function allVersionsOf(store: Store, id: string): string[] {
  const published = publishedIdOf(id);
  return [published, ...store.perspectives.versionsOf(published)];
}

const withoutContent = ({ _id, _type, _rev, _createdAt, _updatedAt }: Document): Document => ({
  _id,
  _type,
  _rev,
  _createdAt,
  _updatedAt,
});
