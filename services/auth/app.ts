import { Hono } from "hono";
import { DatabaseError } from "../postgres/database";
import { AuthError, errorResponse } from "./errors";
import { gateway } from "./gateway";
import { adminUserRoutes } from "./routes/admin-users";
import { logoutRoutes } from "./routes/logout";
import { publicRoutes } from "./routes/public";
import { signupRoutes } from "./routes/signup";
import { tokenRoutes } from "./routes/token";
import { userRoutes } from "./routes/user";
import type { AuthEnv, Service } from "./service";

/** Everything under /auth/v1. */
export function createApp(service: Service): Hono<AuthEnv> {
  const app = new Hono<AuthEnv>().basePath("/auth/v1");
  app.use(gateway(service.options));
  for (const routes of [
    publicRoutes,
    signupRoutes,
    tokenRoutes,
    logoutRoutes,
    userRoutes,
    adminUserRoutes,
  ]) {
    app.route("/", routes(service));
  }
  app.notFound((c) => errorResponse(new AuthError(404, "unknown", "Not Found"), c.req.raw));
  app.onError((error, c) => errorResponse(asAuthError(error, service), c.req.raw));
  return app;
}

function asAuthError(error: Error, { logger }: Service): AuthError {
  if (error instanceof AuthError) return error;
  // Class 22: a value that Postgres cannot take, so the request's mistake after all.
  if (error instanceof DatabaseError && error.code?.startsWith("22")) {
    logger.warn({ err: error }, "A request reached the database with a value it cannot store.");
    return new AuthError(
      400,
      "validation_failed",
      "The request holds a value that cannot be stored",
    );
  }
  logger.error({ err: error }, "The authentication service failed to answer a request.");
  return new AuthError(
    500,
    "unexpected_failure",
    "Unexpected failure, please check server logs for more information",
  );
}
