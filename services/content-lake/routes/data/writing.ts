import { Hono } from "hono";
import { act } from "../../writing/actions";
import type { Planned } from "../../store";
import { badRequest } from "../../errors";
import { checkWriting, requireWrite } from "../../access/identity";
import { mutate } from "../../writing/mutations";
import { flag, type LakeContext, type LakeEnvironment } from "../environment";
import { readJson } from "../read-json";
import { type DataServices, queryContext } from "./services";

/** Mutations and actions. */
export function writingRoutes(services: DataServices): Hono<LakeEnvironment> {
  const routes = new Hono<LakeEnvironment>();
  const optionsOf = (context: LakeContext) => ({
    transactionId: context.req.query("transactionId"),
    dryRun: flag(context, "dryRun"),
    check(planned: Planned) {
      // Its turn may come long after the request.
      context.get("authenticateAgain")();
      checkWriting(context.get("identity"), planned, services.administratorsPublish);
    },
  });

  routes.post("/mutate/:dataset", async (context) => {
    requireWrite(context.get("identity"), "update");
    // Every write is visible when it is acknowledged, which is a stronger guarantee than each of
    // these.
    const visibility = context.req.query("visibility") ?? "sync";
    if (!["sync", "async", "deferred"].includes(visibility)) {
      throw badRequest('"visibility" must be sync, async or deferred');
    }
    const result = await mutate(services, await readJson(context), {
      ...optionsOf(context),
      context: queryContext(services, context),
      returnDocuments: flag(context, "returnDocuments"),
      autoGenerateArrayKeys: flag(context, "autoGenerateArrayKeys"),
    });
    return context.json(result);
  });

  routes.post("/actions/:dataset", async (context) => {
    const identity = context.get("identity");
    requireWrite(identity, "update");
    const body = await readJson(context);
    return context.json(await act(services.store, body, identity.id, optionsOf(context)));
  });

  return routes;
}
