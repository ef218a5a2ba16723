import { Hono, type Next } from "hono";
import { isDiskFull } from "@platen/postgres/database";
import type { Assets } from "./assets";
import { nameCharset } from "./charset";
import { badRequest, httpError, insufficientStorage, LakeError, notFound } from "./errors";
import { type Authenticate, requireWrite } from "./access/identity";
import { dataRoutes } from "./routes/data";
import type { DataServices } from "./routes/data/services";
import type { LakeContext, LakeEnvironment } from "./routes/environment";
import { projectRoutes } from "./routes/project";
import type { Tokens } from "./access/tokens";
import type { Users } from "./access/users";

export interface AppServices extends DataServices {
  authenticate: Authenticate;
  users: Users;
  tokens: Tokens;
  assets: Assets;
}

/** The HTTP API: everything under `/lake`. */
export function createApp(services: AppServices): (request: Request) => Promise<Response> {
  const app = new Hono<LakeEnvironment>().basePath("/lake");
  app.use(completeResponse);
  app.use("/:version{v[^/]+}/*", readVersion);
  app.route("/:version{v[^/]+}", versionedRoutes(services));
  app.route("/", services.assets.routes);
  app.notFound(({ req }) =>
    respond(notFound(`This content lake does not offer ${req.method} ${req.path.slice(0, 200)}`)),
  );
  app.onError((error) => respond(error));
  return async (request) => app.fetch(withSingleSlashes(request));
}

function versionedRoutes(services: AppServices): Hono<LakeEnvironment> {
  const routes = new Hono<LakeEnvironment>();
  routes.get("/ping", (context) => context.json({}));
  routes.get("/check/cors", (context) =>
    context.json({ result: { allowed: true, withCredentials: true } }),
  );
  routes.use((context, next) => identify(services, context, next));
  routes.use("/assets/*", async (context, next) => {
    requireWrite(context.get("identity"), "create");
    await next();
  });
  routes.route("/data", dataRoutes(services));
  routes.route("/", projectRoutes(services));
  return routes;
}

async function completeResponse(context: LakeContext, next: Next): Promise<void> {
  await next();
  nameCharset(context.res.headers);
  // Nobody reads the body of a HEAD response: event streams stayed open and soon used up the limit.
  if (context.req.method === "HEAD") await context.res.body?.cancel();
}

async function readVersion(context: LakeContext, next: Next): Promise<void> {
  const version = context.req.param("version")?.slice(1) ?? "";
  if (!/^(1|X|\d{4}-\d{2}-\d{2})$/.test(version)) throw notFound("Unknown API version");
  // Postgres cannot store this character, and no resource has it in its name.
  if (/%00/.test(context.req.url)) throw badRequest("The address contains a null character");
  context.set("version", version);
  await next();
  if (!context.res.headers.has("Cache-Control")) {
    context.header("Cache-Control", "private, no-store");
  }
}

async function identify(
  { authenticate, users }: AppServices,
  context: LakeContext,
  next: Next,
): Promise<void> {
  const credentials = {
    authorization: context.req.header("authorization"),
    identity: context.req.header("x-lake-identity"),
  };
  const identity = authenticate(credentials);
  if (!identity && !isPublic(context.req.path, context.req.query("includeDrafts"))) {
    throw httpError(401, "Unauthorized", "Unauthorized - Session not found");
  }
  if (identity?.role === "administrator" || identity?.role === "editor") {
    await users.remember(identity);
  }
  if (identity) context.set("identity", identity);
  context.set("authenticateAgain", () => void authenticate(credentials));
  await next();
}

/**
 * The unmodified client sends no token for live events without drafts: they are public on Sanity
 * too, and carry only hashes.
 */
function isPublic(path: string, includeDrafts: string | undefined): boolean {
  if (/\/data\/ping\/[^/]+$/.test(path)) return true;
  return /\/data\/live\/events\/[^/]+$/.test(path) && includeDrafts === undefined;
}

/** Sanity's own tools request `//v2024-01-29/…` where the API's URL has a path. */
function withSingleSlashes(request: Request): Request {
  const url = new URL(request.url);
  if (!url.pathname.includes("//")) return request;
  url.pathname = url.pathname.replace(/\/{2,}/g, "/");
  return new Request(url, request);
}

/** What is no LakeError is our own error: it is logged, and the client gets a 500. */
function respond(error: Error): Response {
  if (error instanceof LakeError) {
    const { body, status, headers } = error;
    return Response.json(body, { status, headers });
  }
  if (isDiskFull(error)) return respond(insufficientStorage(error.message));
  if (isCutOff(error)) return respond(badRequest("The request was cut off"));
  console.error("A request to the content lake failed:", error);
  const { body } = httpError(500, "Internal Server Error", "An unexpected error occurred");
  return Response.json(body, { status: 500 });
}

/**
 * Node's error of a body whose client has gone: no error of ours, and nobody reads the response.
 */
const isCutOff = (error: Error): boolean =>
  error.message === "aborted" && "code" in error && error.code === "ECONNRESET";
