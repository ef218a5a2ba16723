import { Hono } from "hono";
import { randomKey } from "../../document";
import { LakeError } from "../../errors";
import type { Filter } from "../../listen/filter";
import type { Listeners } from "../../listen/listeners";
import {
  type ListenOptions,
  listenOptions,
  type MutationEvent,
} from "../../listen/mutation-events";
import type { EventStream } from "../../listen/sse";
import { flag, isFrom, type LakeContext, type LakeEnvironment } from "../environment";
import { parametersOf, queryOf } from "./parameters";
import type { DataServices } from "./services";

/** Event streams: of mutations, and of the tags of stale results. */
export function listeningRoutes({ listeners, live, streams }: DataServices): Hono<LakeEnvironment> {
  const routes = new Hono<LakeEnvironment>();

  routes.get("/listen/:dataset", async (context) => {
    const identity = context.get("identity").id;
    const request = { query: queryOf(context), params: parametersOf(context), identity };
    const options = optionsOf(context);
    // A client that does not request it would take missed events after a welcome for new ones.
    const resumes = flag(context, "enableResume");
    const lastEventId = resumes ? context.req.header("last-event-id") : undefined;
    const start = (filter: Filter) =>
      streams.respond(identity, (stream) =>
        listen(stream, listeners, { identity, filter, options, lastEventId }),
      );
    return listeners.begin(request, start).catch((error: unknown) => {
      if (!(error instanceof LakeError) || error.status === 429) throw error;
      return streams.respond(identity, (stream) => refuse(stream, error));
    });
  });

  routes.get("/live/events/:dataset", (context) => {
    const userId = context.get("identity")?.id;
    const lastEventId = context.req.header("last-event-id");
    return live.events(userId, flag(context, "includeDrafts"), lastEventId);
  });

  return routes;
}

const optionsOf = (context: LakeContext) =>
  listenOptions.parse({
    includeResult: flag(context, "includeResult"),
    includePreviousRevision: flag(context, "includePreviousRevision"),
    includeMutations: flag(context, "includeMutations", true),
    includeAllVersions: flag(
      context,
      "includeAllVersions",
      !isFrom(context.get("version"), "2025-02-19"),
    ),
    effectFormat: context.req.query("effectFormat"),
  });

interface Subscription {
  identity: string;
  filter: Filter;
  options: ListenOptions;
  lastEventId: string | undefined;
}

/** Sends a listener's events into a stream. Returns a function that stops it. */
function listen(stream: EventStream, listeners: Listeners, subscription: Subscription): () => void {
  const send = (event: MutationEvent) =>
    stream.send({ event: "mutation", id: event.eventId, data: event });
  const cut = () => stream.close();
  const welcome = (missed: readonly MutationEvent[] | undefined) => {
    const event = missed ? "welcomeback" : "welcome";
    stream.send({ event, data: { listenerName: randomKey() } });
    missed?.forEach(send);
  };
  return listeners.listen(subscription, { welcome, send, cut });
}

/** An EventSource does not expose an HTTP error to its client, but it does expose this event. */
function refuse(stream: EventStream, error: LakeError): () => void {
  stream.send({ event: "channelError", data: { message: error.message, ...error.body } });
  stream.close();
  return () => {};
}
