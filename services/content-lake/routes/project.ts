import { Hono } from "hono";
import { notFound } from "../errors";
import type { Identity } from "../access/identity";
import type { Users } from "../access/users";
import type { Tokens } from "../access/tokens";
import type { LakeEnvironment } from "./environment";
import { tokenRoutes } from "./tokens";
import type { UnsentResponses } from "./unsent-responses";
import { userRoutes } from "./users";

/** What the Studio's permission checks see; the routes that write check for themselves. */
const permissions: Record<Identity["role"], string[]> = {
  administrator: ["read", "create", "update", "history", "editHistory", "manage"],
  service: ["read", "create", "update", "history", "editHistory", "manage"],
  editor: ["read", "create", "update", "history", "editHistory"],
  reader: ["read", "history"],
};

/** What the Studio requests from Sanity besides documents: its users, the project, its tokens. */
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

  routes.route("/", userRoutes(users, unsent));
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
