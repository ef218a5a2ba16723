import { Hono } from "hono";
import { z } from "zod";
import { badRequest, explain, httpError, notFound } from "../errors";
import { type Identity, requireWrite } from "../access/identity";
import { type Users } from "../access/users";
import { type Tokens } from "../access/tokens";
import { type LakeEnvironment, readJson } from "./environment";
import { tokenRoutes } from "./tokens";
import { type UnsentResponses } from "./unsent-responses";

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

/** What the Studio's permission checks see; the routes that write check for themselves. */
const permissions: Record<Identity["role"], string[]> = {
  administrator: ["read", "create", "update", "history", "editHistory", "manage"],
  service: ["read", "create", "update", "history", "editHistory", "manage"],
  editor: ["read", "create", "update", "history", "editHistory"],
  reader: ["read", "history"],
};

/**
 * What the Studio requests from Sanity besides documents: the current user, the project, its
 * key-value store.
 */
export function projectRoutes({
  users,
  tokens,
  unsent,
  projectId,
  dataset,
}: {
  users: Users;
  tokens: Tokens;
  unsent: UnsentResponses;
  projectId: string;
  dataset: string;
}): Hono<LakeEnvironment> {
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

  routes.get("/auth/id", (context) => {
    const expiry = new Date(Date.now() + 3_600_000).toISOString();
    return context.json({ id: context.get("identity").id, expiry });
  });
  routes.get("/auth/providers", (context) => context.json({ providers: [] }));
  // The site does the signing out: its session is what authorizes the lake.
  routes.post("/auth/logout", (context) => context.json({}));

  const project = {
    id: projectId,
    displayName: projectId,
    organizationId: null,
    members: [],
    features: [],
    metadata: {},
  };
  const datasets = [{ name: dataset, aclMode: "private" }];

  routes.use("/projects/:project/*", async (context, next) => {
    if (context.req.param("project") !== projectId) throw notFound("Project not found");
    await next();
  });
  routes.get("/projects", (context) => context.json([project]));
  routes.get("/projects/:project", (context) => {
    if (context.req.param("project") !== projectId) throw notFound("Project not found");
    return context.json(project);
  });
  routes.get("/projects/:project/datasets", (context) =>
    // The Studio treats any dataset it gets here as the one that holds comments.
    context.json(context.req.query("datasetProfile") === undefined ? datasets : []),
  );
  routes.get("/projects/:project/datasets/:dataset/acl", (context) =>
    context.json([
      { filter: "_id != null", permissions: permissions[context.get("identity").role] },
    ]),
  );
  routes.route("/projects/:project/tokens", tokenRoutes(tokens));
  routes.get("/projects/:project/grants", (context) => context.json({}));
  routes.get("/projects/:project/user-applications", (context) => context.json([]));
  routes.get("/features", (context) => context.json([]));
  routes.get("/journey/*", (context) => context.json(null));
  routes.get("/help", (context) => context.json({}));
  routes.get("/intake/telemetry-status", (context) => context.json({ status: "denied" }));
  routes.post("/intake/*", (context) => context.json({}));

  return routes;
}
