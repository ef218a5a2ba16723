import { Hono } from "hono";
import { requireStorable } from "../body";
import { validationFailed } from "../errors";
import { readPaging, tellPages } from "../paging";
import type { AuthEnv, Service } from "../service";

/** The fields of an entry that `?query=author:ada` searches. */
const searched = new Map([
  ["author", ["actor_username", "actor_name"]],
  ["action", ["action"]],
  ["type", ["log_type"]],
]);

/** The log of the service, newest first, for administrators. */
export function adminAuditRoutes({ database }: Service): Hono<AuthEnv> {
  const app = new Hono<AuthEnv>();

  app.get("/admin/audit", async (c) => {
    const paging = readPaging(c);
    const query = c.req.query("query") ?? "";
    requireStorable(query);
    const [scope = "", words] = query.split(/:(.*)/s);
    const names = query === "" ? [] : searched.get(scope);
    if (!names || (query !== "" && words === undefined)) {
      throw validationFailed(`Invalid query scope: ${query.slice(0, 64)}`);
    }
    const where = `$1 = '' or exists (
      select from unnest($2::text[]) name where strpos(lower(payload ->> name), lower($1)) > 0)`;
    const [count] = await database.query<{ total: number }>(
      `select count(*)::int as total from auth.audit_log_entries where ${where}`,
      [words ?? "", names],
    );
    const entries = await database.query(
      `select id, payload, created_at, ip_address from auth.audit_log_entries where ${where}
       order by created_at desc, id desc limit $3 offset $4`,
      [words ?? "", names, paging.perPage, (paging.page - 1) * paging.perPage],
    );
    tellPages(c, paging, count?.total ?? 0);
    return c.json(entries);
  });

  return app;
}
