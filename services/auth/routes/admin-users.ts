import { createHash } from "node:crypto";
import { Hono } from "hono";
import { z } from "zod";
import type { Transaction } from "@platen/postgres/database";
import { requireUser } from "../users/require-user";
import { administrator, audit } from "../audit/audit";
import { flag, readBody, readOptionalBody, requireStorable } from "../body";
import { AuthError, validationFailed } from "../errors";
import { isUuid } from "../users/email-and-phone";
import type { AuthEnv, Service } from "../service";
import { findUserById, listUsers, type User, userBody } from "../users/users";
import { accountSchema, createFromBody, updateFromBody } from "../accounts/admin-accounts";
import { readPaging, tellPages } from "../paging";

const deleteSchema = z.object({ should_soft_delete: flag(false) });

/** Routes of `/admin/users`, for holders of the secret key. */
export function adminUserRoutes(service: Service): Hono<AuthEnv> {
  const { database, now } = service;
  const app = new Hono<AuthEnv>();

  app.get("/admin/users", async (c) => {
    const paging = readPaging(c);
    const order = readOrder(c.req.query("sort") ?? "");
    const filter = c.req.query("filter") ?? "";
    requireStorable(filter);
    const { users, total } = await listUsers(database, { ...paging, filter, order });
    tellPages(c, paging, total);
    return c.json({ users: users.map(userBody), aud: "authenticated" });
  });

  app.post("/admin/users", async (c) => {
    const body = await readBody(c.req.raw, accountSchema);
    return c.json(userBody(await createFromBody(service, body, c.get("client"))));
  });

  app.get("/admin/users/:id", async (c) =>
    c.json(userBody(await requireTarget(service, c.req.param("id")))),
  );

  app.put("/admin/users/:id", async (c) => {
    const user = await requireTarget(service, c.req.param("id"));
    const body = await readBody(c.req.raw, accountSchema);
    return c.json(userBody(await updateFromBody(service, user, body, c.get("client"))));
  });

  app.delete("/admin/users/:id", async (c) => {
    const user = await requireTarget(service, c.req.param("id"));
    const { should_soft_delete: soft } = await readOptionalBody(c.req.raw, deleteSchema);
    await database.transaction(async (db) => {
      const traits = { user_id: user.id, user_email: user.email, user_phone: user.phone };
      await audit(db, administrator, "user_deleted", {
        ipAddress: c.get("client").ipAddress,
        now: now(),
        traits,
      });
      if (!soft) await deleteUser(db, user);
      else if (!user.deleted_at) await softDelete(db, await requireUser(db, user.id), now());
    });
    return c.json({});
  });

  return app;
}

/** The account of a path, as it is now. Throws 404 when there is none. */
export async function requireTarget({ database }: Service, id: string): Promise<User> {
  if (!isUuid(id)) throw new AuthError(404, "validation_failed", "user_id must be an UUID");
  const user = await findUserById(database, id);
  if (!user) throw notFound();
  return user;
}

const notFound = () => new AuthError(404, "user_not_found", "User not found");

/** Throws 404 when another request was faster: the log must not name a deleted user again. */
async function deleteUser(db: Transaction, { id }: User): Promise<void> {
  const gone = await db.query("delete from auth.users where id = $1 returning id", [id]);
  if (gone.length === 0) throw notFound();
}

/**
 * The account is gone except for rows that refer to its id; the email address is free again and
 * cannot be recovered.
 */
async function softDelete(db: Transaction, user: User, now: Date): Promise<void> {
  const veil = (value: string) =>
    createHash("sha256")
      .update(user.id + value)
      .digest("base64url");
  await db.query(
    `update auth.users set email = $2, phone = null, email_change = '', encrypted_password = null,
       raw_user_meta_data = '{}', raw_app_meta_data = '{}', deleted_at = $3, updated_at = $3
     where id = $1`,
    [user.id, veil(user.email ?? ""), now],
  );
  for (const identity of user.identities) {
    await db.query(
      "update auth.identities set identity_data = '{}', provider_id = $2, updated_at = $3 where id = $1",
      [identity.id, veil(`${identity.provider}:${identity.provider_id}`), now],
    );
  }
  for (const table of ["one_time_tokens", "pending_sign_ups", "mfa_factors", "sessions"]) {
    await db.query(`delete from auth.${table} where user_id = $1`, [user.id]);
  }
}

/** Users can be sorted only by creation, newest first unless `created_at asc` is requested. */
function readOrder(value: string): "asc" | "desc" {
  const [field = "", direction = "desc"] = value === "" ? ["created_at"] : value.split(" ", 2);
  const bad = (what: string) => validationFailed(`Bad Sort Parameters: bad ${what}`);
  if (field !== "created_at") throw bad(`field for sort '${field.slice(0, 32)}'`);
  const order = z.enum(["asc", "desc"]).safeParse(direction.toLowerCase());
  if (order.success) return order.data;
  throw bad(`direction for sort '${direction.slice(0, 32)}', only 'asc' and 'desc' allowed`);
}
