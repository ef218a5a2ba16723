import { Hono } from "hono";
import { audit } from "../audit/audit";
import { requireCaller } from "../sessions/authentication";
import { validationFailed } from "../errors";
import type { AuthEnv, Service } from "../service";

/** Which of the user's sessions a sign-out ends; $1 is the user, $2 the current session. */
const conditions = new Map([
  ["global", "user_id = $1 or id = $2"],
  ["local", "user_id = $1 and id = $2"],
  ["others", "user_id = $1 and id <> $2"],
]);

/** Route of `/logout`. */
export function logoutRoutes(service: Service): Hono<AuthEnv> {
  const { database, now } = service;
  const app = new Hono<AuthEnv>();

  app.post("/logout", async (c) => {
    const { user, session } = await requireCaller(service, c);
    const scope = c.req.query("scope") || "global";
    const condition = conditions.get(scope);
    if (!condition) throw validationFailed(`Unsupported logout scope ${JSON.stringify(scope)}`);
    await database.transaction(async (db) => {
      await audit(db, user, "logout", { ipAddress: c.get("client").ipAddress, now: now() });
      await db.query(`delete from auth.sessions where ${condition}`, [user.id, session.id]);
    });
    return c.body(null, 204);
  });

  return app;
}
