import { Hono } from "hono";
import { z } from "zod";
import { administrator, audit } from "../audit/audit";
import { readBody, text } from "../body";
import { removeFactor, requireFactor, requireFreeName } from "../factors/factors";
import type { AuthEnv, Service } from "../service";
import { factorBody } from "../users/users";
import { requireTarget } from "./admin-users";

const factorSchema = z.object({ friendly_name: text() });

/** A user's factors, for the administrator who helps after a lost phone. */
export function adminFactorRoutes(service: Service): Hono<AuthEnv> {
  const { database, delivery, now } = service;
  const app = new Hono<AuthEnv>();

  app.get("/admin/users/:id/factors", async (c) => {
    const user = await requireTarget(service, c.req.param("id"));
    return c.json(user.factors.map(factorBody));
  });

  app.put("/admin/users/:id/factors/:factor", async (c) => {
    const user = await requireTarget(service, c.req.param("id"));
    const factor = requireFactor(user, c.req.param("factor"));
    const { friendly_name: name } = await readBody(c.req.raw, factorSchema);
    if (name === "") return c.json(factorBody(factor));
    requireFreeName(
      user.factors.filter(({ id }) => id !== factor.id),
      name,
    );
    await database.transaction(async (db) => {
      await db.query(
        "update auth.mfa_factors set friendly_name = $2, updated_at = $3 where id = $1",
        [factor.id, name, now()],
      );
      await audit(db, administrator, "factor_updated", {
        ipAddress: c.get("client").ipAddress,
        now: now(),
        traits: { user_id: user.id, factor_id: factor.id, factor_type: factor.factor_type },
      });
    });
    const { factors } = await requireTarget(service, user.id);
    return c.json(factors.filter(({ id }) => id === factor.id).map(factorBody)[0]);
  });

  app.delete("/admin/users/:id/factors/:factor", async (c) => {
    const user = await requireTarget(service, c.req.param("id"));
    const factor = requireFactor(user, c.req.param("factor"));
    const dispatch = await database.transaction(async (db) => {
      await removeFactor(db, factor.id);
      // In its owner's log, as in the hosted service: the owner may ask who removed it, also by a
      // recovery code.
      await audit(db, user, "factor_deleted", {
        ipAddress: c.get("client").ipAddress,
        now: now(),
        traits: { user_id: user.id, factor_id: factor.id },
      });
      const recipient = factor.status === "verified" ? user.email : null;
      return delivery.writeNotice(db, "mfa_factor_unenrolled_notification", recipient);
    });
    dispatch();
    return c.json(factorBody(factor));
  });

  return app;
}
