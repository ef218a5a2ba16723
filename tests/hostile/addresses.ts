import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { z } from "zod";
import routes from "../../app/routes";
import { browserErrorPath } from "../../server/site/observe/browser-errors";
import { cspReportPath } from "../../server/site/observe/csp-reports";

/**
 * Every path of the site and its services, read from where each is declared: a new one is attacked
 * from its first day.
 */
export interface Route {
  /** With `:name` and `*` where the path has parameters. */
  pattern: string;
  /**
   * The process that receives it: strangers reach the backend's own port only from this machine.
   */
  listener: "site" | "backend";
}

function pathsOf(entries: readonly RouteConfigEntry[]): string[] {
  return entries.flatMap(({ path, index, children }) => [
    ...(path === undefined && !index ? [] : [`/${path ?? ""}`]),
    ...pathsOf(children ?? []),
  ]);
}

/** What a Hono application declares, according to its sources. */
function honoPaths(file: string): string[] {
  const source = readFileSync(file, "utf8");
  const found = source.matchAll(/\.(?:get|post|put|patch|delete|all)\(\s*"(\/[^"]*)"/g);
  return [...found].map(([, path = ""]) => path);
}

const honoPathsIn = (directory: string) =>
  readdirSync(directory)
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .flatMap((name) => honoPaths(join(directory, name)));

const api = z.object({ paths: z.record(z.string(), z.unknown()) });
const gateway = Object.keys(
  api.parse(JSON.parse(readFileSync("public/api/openapi.json", "utf8"))).paths,
);

/** What the authentication service refuses as turned off, from a list of their paths. */
const turnedOff = [
  ...readFileSync("services/auth/routes/public.ts", "utf8").matchAll(/\["(\/[^"]*)", "/g),
].map(([, path = ""]) => path);

const auth = [...honoPathsIn("services/auth/routes"), ...turnedOff].map(
  (path) => `/auth/v1${path}`,
);
const lake = [
  ...honoPaths("services/content-lake/http-app.ts").map((path) => `/lake/:version${path}`),
  ...honoPathsIn("services/content-lake/routes/data").map((path) => `/lake/:version/data${path}`),
  ...["project", "users"].flatMap((name) =>
    honoPaths(`services/content-lake/routes/${name}.ts`).map((path) => `/lake/:version${path}`),
  ),
  ...honoPaths("services/content-lake/routes/tokens.ts").map(
    (path) => `/lake/:version/projects/:project/tokens${path === "/" ? "" : path}`,
  ),
  ...honoPaths("services/content-lake/assets/index.ts").map((path) => `/lake${path}`),
  // WebSockets, which a request without an upgrade may name as well.
  ...["/lake/:version/mux/:dataset", "/lake/:version/socket/:dataset"],
];

/** What the server handles before the app's router. */
const own = [
  ...["/healthz", "/readyz", "/metrics", "/studio", "/studio/*", "/assets/:file", "/og/*"],
  ...[cspReportPath, browserErrorPath, "/__manifest", "/_root.data", "/lake/login"],
  ...["/.well-known/security.txt", "/webhooks/content"],
];

const unique = (paths: string[]) => [...new Set(paths)];

export const siteRoutes: Route[] = unique([
  ...pathsOf(routes),
  ...own,
  ...gateway,
  ...auth,
  ...lake,
]).map((pattern) => ({ pattern, listener: "site" }));

export const backendRoutes: Route[] = unique([...auth, ...lake, "/commands/rotate-keys"]).map(
  (pattern) => ({ pattern, listener: "backend" }),
);

/** An existing value, so that a request gets further than a 404. */
const values: Record<string, readonly string[]> = {
  version: ["v2025-02-19", "v1", "vX"],
  dataset: ["production"],
  project: ["local"],
  file: ["28abe7368066ed174b3ed3f48de642a984d159cd-1600x900.png"],
  slug: ["optimizing-pdf-workflows-for-enterprise", "merge", "privacy"],
  id: ["00000000-0000-4000-8000-000000000000", "siteSettings"],
  ids: ["siteSettings", "siteSettings,homePage"],
  provider: ["github", "oidc"],
  to: ["siteSettings"],
};

/** A path of a route, with existing values, or with `made` for its parameters. */
export function fill({ pattern }: Route, made?: string): string {
  return pattern.replace(/:(\w+)(?:\{[^}]*\})?\??|\*/g, (_, name: string | undefined) => {
    return made ?? values[name ?? ""]?.[0] ?? "made-up";
  });
}
