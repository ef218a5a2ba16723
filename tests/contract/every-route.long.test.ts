import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newAddress, secretKey } from "@platen/auth/testing/service";
import type { Queryable } from "@platen/postgres/database";
import { backendRoutes, fill, siteRoutes } from "../hostile/addresses";
import { accountsOf, newPerson, type SignedIn } from "./support/people";
import { lineOf, type Step, type Visited, walk } from "./support/route-walk";
import { type RunningSite, startRunningSite } from "./support/running-site";

/* What holds for every route of the site and its services, for every role. */

let site: RunningSite;
let user: SignedIn;
let read: Visited[];
let before: string[];
let after: string[];
/** Opens a form that sets a new password: only the form may spend it. */
let resetLink = "";

const evil = { Origin: "https://evil.example" };

/** The fields of forms: a loader that acted on them would change something. */
const fields = () =>
  new URLSearchParams({
    ...{ query: "*[0]", intent: "delete", id: user.id, userId: user.id, version: "0" },
    ...{ role: "Admin", plan: "plan-business", reason: "x", email: newAddress(), name: "Key" },
    ...{ password: "an entirely other mill 9", fullName: "Changed", credits: "5", key: "a" },
  });

type Sender = Omit<Step, "path" | "port">;

/** Requests for all routes of the site. */
function onSite({ headers, ...sender }: Sender): Step[] {
  const paths = [...siteRoutes.map((route) => fill(route)), "/favicon.svg", "/assets/app-1.js"]
    .map((path) => path.replace(/(?<=^\/admin\/users\/)[0-9a-f-]{36}/, user.id))
    .map((path) => `${path}?${fields()}`);
  return [...paths, resetLink].map((path) => ({
    ...{ ...sender, path, port: site.port, headers: { ...evil, ...headers } },
  }));
}

/** Requests past the site, as a program on its machine sends them. */
const onServices = ({ headers, ...sender }: Sender): Step[] =>
  backendRoutes.map((route) => {
    const path = fill(route);
    const service = path.startsWith("/lake/") ? site.lake : site.accounts;
    const port = Number(new URL(service.url).port);
    return { ...sender, port, path: `${path}?${fields()}`, headers: { ...evil, ...headers } };
  });

/** Every row of every table. */
async function rowsIn(database: Queryable): Promise<string[]> {
  const tables = await database.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const all: string[] = [];
  for (const { name } of tables) {
    const rows = await database.query<{ entry: string }>(`select t::text as entry from ${name} t`);
    all.push(...rows.map(({ entry }) => `${name} ${entry}`));
  }
  return all;
}

/** The database, the lake and the mails that were sent. */
const contents = async () => [
  ...(await rowsIn(site.accounts.database)),
  ...(await rowsIn(site.lakeDatabase)),
  ...site.accounts.mails.map(({ to, subject }) => `mail to ${to}: ${subject}`),
];

/** Logs grow: of a list that was downloaded, and of what a provider's callback was refused. */
const isLogged = (row: string) =>
  /^public\.audit_entries .*,(?:users|audit)\.export,/.test(row) ||
  /^auth\.audit_log_entries .*login_failed/.test(row);

beforeAll(async () => {
  site = await startRunningSite({ trustedProxies: 1 });
  user = await newPerson(site, "User");
  const editor = await newPerson(site, "Editor");
  // A role has a budget of pages by account: each walks once.
  const admins = [await newPerson(site, "Admin"), await newPerson(site, "Admin")] as const;
  const { data } = await accountsOf(site).generateLink({ type: "recovery", email: user.email });
  resetLink = `/auth/confirm?token_hash=${data.properties?.hashed_token}&type=recovery`;
  const method = "GET";
  const operator = site.lake.as({ id: "operator", role: "administrator" });
  // The lake stores the name of each person at their first request, and the first look at a
  // month's credits grants them.
  await walk([
    ...[user, editor, ...admins].flatMap(({ Cookie }) =>
      ["/lake/v1/users/me", "/dashboard", "/dashboard/plan"].map((path) => ({
        ...{ sender: "first", method, port: site.port, path, headers: { Cookie } },
      })),
    ),
    {
      ...{ sender: "first", method, port: Number(new URL(site.lake.url).port) },
      ...{ path: "/lake/v1/users/me", headers: operator },
    },
  ]);
  const { previewCookie } = await import("~/preview/preview-session.server");
  const preview = await previewCookie.serialize({ viewer: editor.id, until: Date.now() + 600_000 });
  const auth = { apikey: secretKey, Authorization: `Bearer ${secretKey}` };
  before = await contents();
  read = await walk([
    ...onSite({ sender: "visitor", method, headers: {} }),
    ...onSite({ sender: "user", method, headers: { Cookie: user.Cookie } }),
    ...onSite({ sender: "editor", method, headers: { Cookie: editor.Cookie } }),
    ...onSite({ sender: "administrator", method, headers: { Cookie: admins[0].Cookie } }),
    ...onSite({ sender: "other", method: "HEAD", headers: { Cookie: admins[1].Cookie } }),
    ...onServices({ sender: "stranger at a service", method, headers: {} }),
    ...onServices({
      sender: "administrator at the lake",
      method,
      headers: operator,
    }),
    ...onServices({ sender: "site at the accounts", method, headers: auth }),
    ...onServices({ sender: "site at the accounts", method: "HEAD", headers: auth }),
    {
      ...{ sender: "preview", method, port: site.port, path: "/preview/changes" },
      headers: { Cookie: `${editor.Cookie}; ${preview.split(";", 1)[0]}` },
    },
  ]);
  after = await contents();
}, 240_000);
afterAll(() => site.stop());

test("the walk gets where each role may go", () => {
  const wrong = read.filter(({ status }) => status === 0 || status === 429 || status >= 500);
  expect(wrong.map(lineOf)).toEqual([]);
  const pathsOf = (sender: string) =>
    read
      .filter((each) => each.sender === sender && each.status === 200)
      .map(({ path }) => path.split("?", 1)[0]);
  for (const [sender, ...paths] of [
    ["visitor", "/", "/blog", "/feed.xml", "/auth/confirm"],
    ["user", "/dashboard", "/dashboard/security", "/dashboard/data/download"],
    ["editor", "/lake/v2025-02-19/data/query/production", "/lake/v2025-02-19/users/me"],
    ["administrator", "/admin/users", `/admin/users/${user.id}`, "/admin/users.csv"],
    ["administrator at the lake", "/lake/v2025-02-19/projects/local/tokens"],
    ["site at the accounts", "/auth/v1/admin/users"],
    ["preview", "/preview/changes"],
  ] as const) {
    expect(pathsOf(sender)).toEqual(expect.arrayContaining(paths));
  }
});

test("GET and HEAD change nothing in the database and the lake, and send no mail", () => {
  const [had, has] = [new Set(before), new Set(after)];
  expect(had.size).toBeGreaterThan(200);
  expect(before.filter((row) => !has.has(row))).toEqual([]);
  expect(after.filter((row) => !had.has(row) && !isLogged(row))).toEqual([]);
});

test("no browser stores a page that was rendered for a session", () => {
  const personal = read.filter(
    ({ headers, received, path }) =>
      "Cookie" in headers &&
      // The Studio's page is the same for all editors.
      !path.startsWith("/studio") &&
      /^text\/(?:html|csv|x-script)/.test(received["content-type"] ?? ""),
  );
  expect(personal.length).toBeGreaterThan(100);
  const stored = personal.filter(
    ({ received }) => !/no-store/.test(received["cache-control"] ?? ""),
  );
  expect(stored.map(lineOf)).toEqual([]);
});

describe("pages of other origins", () => {
  const permitted = (visited: Visited[]) =>
    visited
      .filter(({ received }) => Object.keys(received).some((name) => /^access-control-/.test(name)))
      .map(lineOf);

  test("may read no response of any route", () => {
    expect(permitted(read)).toEqual([]);
  });

  test("get no permission by a preflight, and none by a form", async () => {
    const headers = {
      "Access-Control-Request-Method": "PUT",
      "Access-Control-Request-Headers": "authorization, content-type, apikey",
    };
    const preflight = { sender: "another origin", method: "OPTIONS", headers };
    const form = { sender: "another origin", method: "POST", headers: {} };
    const visited = await walk([
      ...[...onSite(preflight), ...onSite(form)],
      ...[...onServices(preflight), ...onServices(form)],
    ]);
    expect(permitted(visited)).toEqual([]);
  });
});

/** Types whose bytes are not text, and those whose own definition says UTF-8. */
const needsNoCharset =
  /^(?:image\/(?!svg)[\w.-]+|font\/[\w-]+|application\/(?:octet-stream|gzip|pdf|json|[\w.-]+\+json))$/;

test("every text says its charset", () => {
  const unnamed = read
    .filter(({ hasBody }) => hasBody)
    .flatMap((each) => {
      const type = each.received["content-type"] ?? "no type";
      const isNamed = /;\s*charset=utf-8(?:;|$)/i.test(type) || needsNoCharset.test(type);
      return isNamed ? [] : [`${lineOf(each)} ${type}`];
    });
  expect(unnamed).toEqual([]);
  const seen = read.map(({ received }) => received["content-type"]?.split(";", 1)[0]);
  const kinds = ["text/html", "text/csv", "application/x-ndjson", "text/event-stream"];
  expect(seen).toEqual(expect.arrayContaining(kinds));
});
