import { Hono } from "hono";
import { badRequest, tooLargeTogether } from "../../errors";
import { History } from "../../history/history";
import type { HistoryTurn } from "../../history/history-turns";
import { limits } from "../../limits";
import { flag, type LakeContext, type LakeEnvironment } from "../environment";
import { idsOf } from "./parameters";
import type { DataServices } from "./services";

/** The log of transactions, and documents at earlier revisions. */
export function historyRoutes({
  historyTurns,
  store,
  unsent,
}: DataServices): Hono<LakeEnvironment> {
  const routes = new Hono<LakeEnvironment>();

  routes.get("/history/:dataset/transactions/:ids?", async (context) => {
    const query = (name: string) => context.req.query(name);
    const limit = Number(query("limit") ?? 100);
    if (!Number.isInteger(limit) || limit < 1)
      throw badRequest('"limit" must be a positive number');
    const filter = {
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
    };
    const turn = await historyTurns.take(context.get("identity").id);
    try {
      const transactions = await new History(turn, store).transactions(filter);
      const headers = { "Content-Type": "application/x-ndjson" };
      return context.body(linesOf(transactions, turn), 200, headers);
    } catch (error) {
      turn.finish();
      throw error;
    }
  });

  routes.get("/history/:dataset/documents/:ids", async (context) => {
    const instant = momentOf(context);
    const ids = idsOf(context.req.param("ids"));
    const requester = context.get("identity").id;
    const turn = await historyTurns.take(requester);
    const history = new History(turn, store);
    const documents: string[] = [];
    let characters = 0;
    const giveBack: (() => void)[] = [];
    try {
      // One after the other: thousands at once blocked a sign-in's database access for 15 s.
      for (const id of ids) {
        const document = await history.documentAt(id, instant);
        if (!document) continue;
        const text = turn.work(() => JSON.stringify(document));
        characters += text.length;
        if (characters > limits.response) throw tooLargeTogether();
        giveBack.push(unsent.take(requester, text.length));
        documents.push(text);
      }
    } finally {
      turn.finish();
      for (const each of giveBack) each();
    }
    return unsent.respond(requester, `{"documents":[${documents}]}`);
  });

  routes.get("/history/:dataset/events/documents/:id", (context) =>
    context.json({ events: { [context.req.param("id")]: [] }, nextCursor: "" }),
  );

  return routes;
}

/** NDJSON, made as it is read; the turn ends with it. */
function linesOf(
  values: AsyncGenerator<unknown>,
  turn: HistoryTurn,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await values.next();
        if (!done) {
          const line = turn.work(() => encoder.encode(`${JSON.stringify(value)}\n`));
          return controller.enqueue(line);
        }
        turn.finish();
        controller.close();
      } catch (error) {
        turn.finish();
        throw error;
      }
    },
    async cancel() {
      // Only after a statement that still runs: a client that disconnects and sends another request
      // would have many of them in the queue of Postgres.
      await values.return(undefined).finally(() => turn.finish());
    },
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
  return { time: context.req.query("time") };
}
