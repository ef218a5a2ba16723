import { Hono } from "hono";
import { audit } from "../audit";
import { removeFactor, requireFactor } from "../factors";
import type { AuthEnv, Service } from "../service";
import { factorBody } from "../users";
import { requireTarget } from "./admin-users";

/** A person's factors, for the administrator who helps after a lost telephone. */
export function adminFactorRoutes(service: Service): Hono<AuthEnv> {
  const { database, delivery, now } = service;
  const app = new Hono<AuthEnv>();

  app.get("/admin/users/:id/factors", async (c) => {
    const user = await requireTarget(service, c.req.param("id"));
    return c.json(user.factors.map(factorBody));
  });

  app.delete("/admin/users/:id/factors/:factor", async (c) => {
    const user = await requireTarget(service, c.req.param("id"));
    const factor = requireFactor(user, c.req.param("factor"));
    const dispatch = await database.transaction(async (db) => {
      await removeFactor(db, factor.id);
      // In its owner's log, as the hosted service has it: they ask who took it away, also by a recovery code.
      await audit(db, user, "factor_deleted", {
        address: c.get("origin").address,
        now: now(),
        traits: { user_id: user.id, factor_id: factor.id },
      });
      const told = factor.status === "verified" ? user.email : null;
      return delivery.writeNotice(db, "mfa_factor_unenrolled_notification", told);
    });
    dispatch();
    return c.json(factorBody(factor));
  });

  return app;
}
