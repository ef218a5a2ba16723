import { Hono } from "hono";
import { z } from "zod";
import { badRequest, explain, notFound } from "../errors";
import { requireManage } from "../access/identity";
import { scriptId, type Token, type Tokens } from "../access/tokens";
import type { LakeEnvironment } from "./environment";
import { readJson } from "./read-json";

const tokenRequest = z.object({
  label: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .regex(/^[^\p{Cc}]*$/u, "must be one line"),
  roleName: z.enum(["viewer", "editor"]),
});

/**
 * The tokens of Sanity's management API: https://www.sanity.io/docs/http-reference/access
 * (`/projects/:id/tokens`).
 */
export function tokenRoutes(tokens: Tokens): Hono<LakeEnvironment> {
  const routes = new Hono<LakeEnvironment>();

  routes.use(async (context, next) => {
    requireManage(context.get("identity"));
    await next();
  });
  routes.get("/", (context) => context.json(tokens.all.map(described)));
  routes.post("/", async (context) => {
    const request = tokenRequest.safeParse(await readJson(context));
    if (!request.success) throw badRequest(explain(request.error));
    const { label, roleName } = request.data;
    const { key, ...token } = await tokens.create(label, roleName === "editor");
    return context.json({ ...described(token), key });
  });
  routes.delete("/:id", async (context) => {
    if (!(await tokens.revoke(context.req.param("id")))) throw notFound("Token not found");
    return context.body(null, 204);
  });

  return routes;
}

const described = ({ id, name, mayWrite }: Token) => ({
  id,
  label: name,
  projectUserId: scriptId(id),
  roles: [mayWrite ? { name: "editor", title: "Editor" } : { name: "viewer", title: "Viewer" }],
});
