import { Hono } from "hono";
import { notFound } from "../../errors";
import type { LakeEnvironment } from "../environment";
import { historyRoutes } from "./history";
import { listeningRoutes } from "./listening";
import { readingRoutes } from "./reading";
import type { DataServices } from "./services";
import { writingRoutes } from "./writing";

/**
 * Everything under `/data`: reading, writing, listening, history.
 * https://www.sanity.io/docs/http-reference
 */
export function dataRoutes(services: DataServices): Hono<LakeEnvironment> {
  const routes = new Hono<LakeEnvironment>();
  routes.use(async (context, next) => {
    // The dataset's name is at one of two positions in the URLs.
    const [, first, second] = context.req.path.split("/data/")[1]?.split("/") ?? [];
    const named = context.req.path.includes("/data/live/events/") ? second : first;
    if (named !== services.dataset) {
      throw notFound(`Dataset "${(named ?? "").slice(0, 100)}" not found`);
    }
    await next();
  });
  routes.get("/ping/:dataset", (context) => context.json({}));
  for (const part of [readingRoutes, writingRoutes, listeningRoutes, historyRoutes]) {
    routes.route("/", part(services));
  }
  return routes;
}
