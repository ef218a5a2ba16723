import { createHash } from "node:crypto";
import { Hono } from "hono";
import { z } from "zod";
import { requireUser } from "../accounts";
import { administrator, audit } from "../audit";
import { flag, readBody, readOptionalBody, requireStorable } from "../body";
import { AuthError, validationFailed } from "../errors";
import { isUuid } from "../identifiers";
import type { AuthEnv, Service } from "../service";
import { findUserById, listUsers, type User, userBody } from "../users";
import { accountShape, createFromBody, updateFromBody } from "../admin-accounts";
import type { Transaction } from "../../postgres/database";

const deleteShape = z.object({ should_soft_delete: flag(false) });

export function adminUserRoutes(service: Service): Hono<AuthEnv> {
  const { database, now } = service;
  const app = new Hono<AuthEnv>();

  app.get("/admin/users", async (c) => {
    const page = readCount(c.req.query("page"), 1);
    const perPage = readCount(c.req.query("per_page"), 50);
    const filter = c.req.query("filter") ?? "";
    requireStorable(filter);
    const { users, total } = await listUsers(database, { page, perPage, filter });
    c.header("X-Total-Count", String(total));
    c.header("Link", pageLinks(page, perPage, filter, total));
    return c.json({ users: users.map(userBody), aud: "authenticated" });
  });

  app.post("/admin/users", async (c) => {
    const body = await readBody(c.req.raw, accountShape);
    return c.json(userBody(await createFromBody(service, body, c.get("origin"))));
  });

  app.get("/admin/users/:id", async (c) =>
    c.json(userBody(await requireTarget(service, c.req.param("id")))),
  );

  app.put("/admin/users/:id", async (c) => {
    const user = await requireTarget(service, c.req.param("id"));
    const body = await readBody(c.req.raw, accountShape);
    return c.json(userBody(await updateFromBody(service, user, body, c.get("origin"))));
  });

  app.delete("/admin/users/:id", async (c) => {
    const user = await requireTarget(service, c.req.param("id"));
    const { should_soft_delete: soft } = await readOptionalBody(c.req.raw, deleteShape);
    await database.transaction(async (db) => {
      const traits = { user_id: user.id, user_email: user.email, user_phone: user.phone };
      await audit(db, administrator, "user_deleted", {
        address: c.get("origin").address,
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

/** Throws 404 when somebody was faster: what they deleted must not be entered into the log once more, by name. */
async function deleteUser(db: Transaction, { id }: User): Promise<void> {
  const gone = await db.query("delete from auth.users where id = $1 returning id", [id]);
  if (gone.length === 0) throw notFound();
}

/** The account is gone for everybody but what refers to its id; the address is free again and cannot be read back. */
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
  for (const table of ["one_time_tokens", "mfa_factors", "sessions"]) {
    await db.query(`delete from auth.${table} where user_id = $1`, [user.id]);
  }
}

function readCount(value: string | undefined, absent: number): number {
  if (value === undefined || value === "") return absent;
  if (!/^\d{1,6}$/.test(value) || Number(value) === 0) {
    throw validationFailed(`Bad Pagination Parameters: ${JSON.stringify(value.slice(0, 32))}`);
  }
  return Number(value);
}

/** The `Link` header. `page` comes first because auth-js reads the number behind the first `=`. */
function pageLinks(page: number, perPage: number, filter: string, total: number): string {
  const last = Math.ceil(total / perPage);
  const to = (target: number, relation: string) => {
    const query = new URLSearchParams({
      page: String(target),
      per_page: String(perPage),
      ...(filter && { filter }),
    });
    return `</admin/users?${query}>; rel="${relation}"`;
  };
  return [...(last > page ? [to(page + 1, "next")] : []), to(last, "last")].join(", ");
}
