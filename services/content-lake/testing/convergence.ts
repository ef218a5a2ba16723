import { isDeepStrictEqual } from "node:util";
import { setTimeout as sleep } from "node:timers/promises";
import type { SanityClient } from "@sanity/client";
import { applyPatch } from "mendoza";
import { WebSocket } from "ws";
import { z } from "zod";
import type { ServedLake } from "./serve";

const mutationEvent = z.object({
  documentId: z.string(),
  transactionId: z.string(),
  previousRev: z.string().optional(),
  resultRev: z.string(),
  timestamp: z.string(),
  effects: z.object({ apply: z.array(z.unknown()) }),
});

const muxMessage = z.object({ event: z.looseObject({ type: z.string() }) });

const query = "*[_type == 'shared' || _type == 'end']";

/** A listener's copy of the documents, made only from the patches that it receives. */
class Replica {
  readonly documents = new Map<string, Record<string, unknown>>();
  readonly lags: number[] = [];
  /**
   * Resolves when it has received the last event; rejects when an event does not fit the previous
   * one.
   */
  readonly finished: Promise<void>;
  /** Ends the listener early. */
  fail: (error: unknown) => void = () => {};
  #finish = () => {};

  constructor() {
    this.finished = new Promise((resolve, reject) => {
      this.#finish = resolve;
      this.fail = reject;
    });
    this.finished.catch(() => {});
  }

  take(message: unknown): void {
    try {
      const { documentId, resultRev, previousRev, timestamp, effects } =
        mutationEvent.parse(message);
      this.lags.push(Date.now() - Date.parse(timestamp));
      const before = this.documents.get(documentId);
      if (before?._rev !== previousRev) {
        throw new Error(
          `${documentId} is at ${String(before?._rev)}, and an event follows on ${previousRev}.`,
        );
      }
      const { _rev, ...known } = before ?? {};
      const after: unknown = applyPatch(_rev === undefined ? null : known, effects.apply);
      if (after === null) this.documents.delete(documentId);
      else this.documents.set(documentId, { ...Object(after), _rev: resultRev });
      if (documentId === "end") this.#finish();
    } catch (error) {
      this.fail(error);
    }
  }
}

/** Random mutations of a few documents, one after another at an even pace. */
async function write(
  client: SanityClient,
  { seconds, perMinute }: { seconds: number; perMinute: number },
): Promise<number> {
  const start = performance.now();
  const count = Math.round((seconds * perMinute) / 60);
  for (let n = 0; n < count; n++) {
    const wait = start + (n * 60_000) / perMinute - performance.now();
    if (wait > 0) await sleep(wait);
    const _id = `shared-${Math.floor(Math.random() * 20)}`;
    const transaction = client
      .transaction()
      .createIfNotExists({ _id, _type: "shared", n: 0, text: "", list: [] });
    const item = { _key: `${n}`, _type: "item", at: n };
    const changes = [
      { inc: { n: 1 } },
      { set: { text: `Written ${n} times, ${Math.random()}`, "deep.er": n } },
      { insert: { after: "list[-1]", items: [item] } },
      { unset: ["list[0:-3]"] },
    ];
    const change = changes[n % 5];
    if (change) transaction.patch(_id, change);
    else transaction.delete(_id);
    await transaction.commit({ visibility: "async", returnDocuments: false });
  }
  return count;
}

function listenBySocket({ url, as }: ServedLake, replica: Replica): Promise<() => void> {
  const socket = new WebSocket(`${url.replace(/^http/, "ws")}/vX/mux/production`, {
    headers: as({ id: "listener" }),
  });
  const options = { effectFormat: "mendoza" };
  socket.on("open", () => socket.send(JSON.stringify({ op: "listen", id: "a", query, options })));
  return new Promise((welcomed) => {
    socket.on("error", replica.fail);
    socket.on("close", (code) => replica.fail(new Error(`A socket was closed (${code}).`)));
    socket.on("message", (data) => {
      const { event } = muxMessage.parse(JSON.parse(String(data)));
      if (event.type === "welcome") welcomed(() => socket.terminate());
      else if (event.type === "mutation") replica.take(event);
    });
  });
}

function listenByStream(client: SanityClient, replica: Replica): Promise<() => void> {
  return new Promise((welcomed) => {
    const stream = client
      .listen(
        query,
        {},
        {
          effectFormat: "mendoza",
          includeResult: false,
          events: ["welcome", "mutation", "reconnect"],
        },
      )
      .subscribe({
        next: (event) => {
          if (event.type === "welcome") welcomed(() => stream.unsubscribe());
          else if (event.type === "mutation") replica.take(event);
          else replica.fail(new Error("A stream broke off."));
        },
        error: replica.fail,
      });
  });
}

/**
 * Two writers change the same few documents while listeners, half of them event streams of the
 * unmodified client, half multiplexed sockets, follow along.
 *
 * @returns mutations written and the seconds that it took, events received, milliseconds from
 *   commit to listener (median and 99th percentile)
 * @throws when a listener's chain of revisions breaks, or a copy differs from the lake in the end
 */
export async function converge(
  served: ServedLake,
  { listeners, ...pace }: { seconds: number; perMinute: number; listeners: number },
) {
  const client = served.client();
  const replicas = Array.from({ length: listeners }, () => new Replica());
  const stops = await Promise.all(
    replicas.map((replica, index) =>
      index % 2 === 0 ? listenBySocket(served, replica) : listenByStream(client, replica),
    ),
  );
  try {
    return await follow(client, replicas, pace);
  } finally {
    for (const stop of stops) stop();
  }
}

async function follow(
  client: SanityClient,
  replicas: readonly Replica[],
  pace: { seconds: number; perMinute: number },
) {
  const start = performance.now();
  const writing = Promise.all([write(client, pace), write(client, pace)]);
  const followed = Promise.all(replicas.map(({ finished }) => finished));
  const written = await Promise.race([writing, followed.then(() => writing)]);
  const seconds = (performance.now() - start) / 1000;
  await client.create({ _id: "end", _type: "end" });
  await followed;

  const documents: Record<string, unknown>[] = await client.fetch(
    query,
    {},
    { perspective: "raw" },
  );
  const expected = new Map(documents.map((document) => [document._id, document]));
  for (const replica of replicas) {
    if (!isDeepStrictEqual(new Map([...replica.documents].sort()), new Map([...expected].sort()))) {
      throw new Error("A listener's copy differs from the lake.");
    }
  }
  await client.delete("end");
  const lags = replicas.flatMap((replica) => replica.lags).sort((left, right) => left - right);
  return {
    mutations: written[0] + written[1],
    seconds,
    documents: expected.size - 1,
    events: lags.length,
    lag: lags[lags.length >> 1] ?? 0,
    maxLag: lags[Math.floor(lags.length * 0.99)] ?? 0,
  };
}
