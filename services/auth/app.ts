import { Hono, type MiddlewareHandler } from "hono";
import { endSiteOf, noSpace, onBehalfOf, withFloor } from "@platen/kit";
import { DatabaseError, isDiskFull } from "@platen/postgres/database";
import { requireAdministrator } from "./sessions/authentication";
import { AuthError, errorResponse } from "./errors";
import { gateway } from "./api-key-middleware";
import { adminAuditRoutes } from "./routes/admin-audit";
import { adminFactorRoutes } from "./routes/admin-factors";
import { adminMessageRoutes } from "./routes/admin-messages";
import { adminUserRoutes } from "./routes/admin-users";
import { factorRoutes } from "./routes/factors";
import { generateLinkRoutes } from "./routes/generate-link";
import { inviteRoutes } from "./routes/invite";
import { logoutRoutes } from "./routes/logout";
import { oauthRoutes } from "./routes/oauth";
import { otpRoutes } from "./routes/otp";
import { publicRoutes } from "./routes/public";
import { reauthenticateRoutes } from "./routes/reauthenticate";
import { recoverRoutes } from "./routes/recover";
import { resendRoutes } from "./routes/resend";
import { signupRoutes } from "./routes/signup";
import { tokenRoutes } from "./routes/token";
import { userRoutes } from "./routes/user";
import { verifyRoutes } from "./routes/verify";
import type { AuthEnv, Service } from "./service";

/**
 * Whether a request may use the disk's reserve: those that sign users in or out or keep them signed
 * in, delete an account, or change it as an administrator. Otherwise nobody could be banned while
 * an attacker fills the disk.
 */
const usesReserve = (method: string, path: string) =>
  /\/(token|verify|logout|factors\/[^/]+\/(challenge|verify))$/.test(path) ||
  method === "DELETE" ||
  (method === "PUT" && path.includes("/admin/users/"));

/** Everything under /auth/v1. */
export function createApp(service: Service): Hono<AuthEnv> {
  const app = new Hono<AuthEnv>().basePath("/auth/v1");
  app.use(gateway(service.options));
  app.use((c, next) => onBehalfOf(endSiteOf(c.get("client").ipAddress), next));
  app.use((c, next) =>
    usesReserve(c.req.method, c.req.path) ? withFloor("reserve", next) : next(),
  );
  const administratorsOnly: MiddlewareHandler<AuthEnv> = async (c, next) => {
    await requireAdministrator(service, c);
    return next();
  };
  for (const path of ["/admin/*", "/invite"]) app.use(path, administratorsOnly);
  for (const routes of [
    publicRoutes,
    signupRoutes,
    tokenRoutes,
    logoutRoutes,
    userRoutes,
    verifyRoutes,
    oauthRoutes,
    recoverRoutes,
    otpRoutes,
    resendRoutes,
    reauthenticateRoutes,
    factorRoutes,
    inviteRoutes,
    adminUserRoutes,
    adminFactorRoutes,
    adminAuditRoutes,
    adminMessageRoutes,
    generateLinkRoutes,
  ]) {
    app.route("/", routes(service));
  }
  app.notFound((c) => errorResponse(new AuthError(404, "unknown", "Not Found"), c.req.raw));
  app.onError((error, c) => errorResponse(asAuthError(error, c.req.path, service), c.req.raw));
  return app;
}

function asAuthError(error: Error, path: string, { logger }: Service): AuthError {
  if (error instanceof AuthError) return error;
  if (isDiskFull(error)) {
    // On a refresh, auth-js treats a 507 as the end of the session and drops it; after a 503 it
    // retries.
    const status = path.endsWith("/token") ? 503 : 507;
    return new AuthError(status, "insufficient_storage", noSpace, { retryAfterSeconds: 60 });
  }
  // Class 22: a value that Postgres cannot store, so the error is the request's.
  if (error instanceof DatabaseError && error.code?.startsWith("22")) {
    logger.warn({ err: error }, "A request reached the database with a value it cannot store.");
    return new AuthError(
      400,
      "validation_failed",
      "The request holds a value that cannot be stored",
    );
  }
  // Raised by a trigger with a message for users, such as the one that protects the last
  // administrator of a site.
  if (error instanceof DatabaseError && error.code === "P0001") {
    logger.warn({ err: error }, "A rule of the database refused a change.");
    return new AuthError(422, "validation_failed", error.message);
  }
  // Two requests changed the same account at the same time, and this one lost.
  if (error instanceof DatabaseError && (error.code === "23503" || error.code === "23505")) {
    logger.warn({ err: error }, "Two requests changed one account at the same time.");
    return new AuthError(409, "conflict", "The account was changed at the same time, try again");
  }
  logger.error({ err: error }, "The authentication service failed to respond to a request.");
  return new AuthError(
    500,
    "unexpected_failure",
    "Unexpected failure, please check server logs for more information",
  );
}
