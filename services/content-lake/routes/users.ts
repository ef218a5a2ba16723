import { Hono } from "hono";
import { z } from "zod";
import { badRequest, explain, httpError } from "../errors";
import { requireWrite } from "../access/identity";
import type { Users } from "../access/users";
import type { LakeEnvironment } from "./environment";
import { readJson } from "./read-json";
import type { UnsentResponses } from "./unsent-responses";

const keyValues = z
  .array(
    z.object({
      key: z
        .string()
        .min(1)
        .max(256)
        .regex(/^[^\0]*$/),
      value: z.unknown(),
    }),
  )
  .max(100);

const keyValueBytes = 64 * 1024;

const roles = {
  administrator: { name: "administrator", title: "Administrator" },
  service: { name: "administrator", title: "Administrator" },
  editor: { name: "editor", title: "Editor" },
  reader: { name: "viewer", title: "Viewer" },
};

/**
 * What the Studio requests of users: the current one, the names of authors, its key-value store.
 */
export function userRoutes(users: Users, unsent: UnsentResponses): Hono<LakeEnvironment> {
  const routes = new Hono<LakeEnvironment>();

  routes.get("/users/me", (context) => {
    const { id, name, email, role, profileImage } = context.get("identity");
    return context.json({
      id,
      name,
      email,
      profileImage,
      role: roles[role].name,
      roles: [roles[role]],
      provider: "local",
    });
  });

  routes.get("/users/me/keyvalue/:keys", async (context) => {
    const { id } = context.get("identity");
    // Each key once: a path of 500 characters that repeated one made a response of 15 MB.
    const keys = [...new Set(context.req.param("keys").split(","))];
    const values = await users.recall(id, keys);
    const pairs = keys.map(
      (key) => `{"key":${JSON.stringify(key)},"value":${values.get(key) ?? null}}`,
    );
    return unsent.respond(id, `[${pairs.join(",")}]`);
  });

  routes.put("/users/me/keyvalue", async (context) => {
    requireWrite(context.get("identity"), "update");
    const request = keyValues.safeParse(await readJson(context));
    if (!request.success) throw badRequest(explain(request.error));
    for (const { value } of request.data) {
      if (Buffer.byteLength(JSON.stringify(value ?? null)) > keyValueBytes) {
        throw httpError(413, "Payload Too Large", `A value may hold ${keyValueBytes} bytes`);
      }
    }
    const userId = context.get("identity").id;
    for (const { key, value } of request.data) await users.keep(userId, key, value);
    return context.json(request.data);
  });

  routes.get("/users/:ids", (context) => {
    const ids = context.req.param("ids").split(",");
    const found = ids.flatMap((id) => users.get(id) ?? []);
    const shown = found.map(({ id, name, profileImage }) => ({
      id,
      displayName: name,
      imageUrl: profileImage ?? null,
    }));
    // The client's `users.getById` expects an object for one id, and a list for several or none.
    return context.json(ids.length === 1 && shown[0] ? shown[0] : shown);
  });

  return routes;
}
