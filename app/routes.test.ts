import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { RouteConfigEntry } from "@remix-run/route-config";
import ts from "typescript";
import { expect, test } from "vitest";
import { reservedPaths } from "../schemas/paths/reserved-paths";
import { publicPages as visitedPages } from "../tests/e2e/support/public-pages";
import * as facts from "./route-facts";
import routes from "./routes";

interface Page {
  address: string;
  file: string;
}

/** Every module of the route tree with its path; a layout has the paths of its children. */
function pagesOf(entries: RouteConfigEntry[], parent = ""): Page[] {
  return entries.flatMap((entry) => {
    const address = entry.index ? `${parent}/` : [parent, entry.path].filter(Boolean).join("/");
    const below = pagesOf(entry.children ?? [], address);
    const addresses = entry.path || entry.index ? [address] : below.map((page) => page.address);
    return [...addresses.map((each) => ({ address: each, file: entry.file })), ...below];
  });
}

/** The guards that a loader or an action of these areas must begin with. */
const guards = {
  dashboard: ["requireUser", "requireFreshSignIn", "requireAdmin"],
  admin: ["requireAdmin"],
};

/** The exported functions of a route module that handle requests, with their source. */
function handlersOf(file: string): { name: string; body: string }[] {
  const path = join("app", file);
  const module = ts.createSourceFile(
    path,
    readFileSync(path, "utf8"),
    ts.ScriptTarget.Latest,
    true,
  );
  const handlers: { name: string; body: string }[] = [];
  for (const statement of module.statements) {
    const exported =
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (ts.isFunctionDeclaration(statement) && exported) {
      const name = statement.name?.text ?? "";
      if (/^(loader|action)$/.test(name)) handlers.push({ name, body: statement.getText() });
    }
    const names = ts.isVariableStatement(statement)
      ? statement.declarationList.declarations.map(({ name }) => name.getText())
      : ts.isExportDeclaration(statement) &&
          statement.exportClause &&
          ts.isNamedExports(statement.exportClause)
        ? statement.exportClause.elements.map(({ name }) => name.text)
        : [];
    // An inline or re-exported function would hide its guard from this test.
    if (exported || ts.isExportDeclaration(statement)) {
      for (const name of names) {
        if (/^(loader|action)$/.test(name)) handlers.push({ name, body: statement.getText() });
      }
    }
  }
  return handlers;
}

const guarded = pagesOf(routes).filter(({ address }) => /^(dashboard|admin)(\/|$)/.test(address));

test("guarded routes are found", () => {
  const addresses = guarded.map(({ address }) => address);
  expect(addresses).toEqual(expect.arrayContaining(["dashboard", "admin", "admin/users"]));
});

test.each(guarded)("$address has a guard ($file)", ({ address, file }) => {
  const area = address.startsWith("admin") ? "admin" : "dashboard";
  const handlers = handlersOf(file);
  // Without a loader a page would be sent to anyone: nothing could refuse it.
  expect(handlers.map(({ name }) => name)).toContain("loader");
  for (const { name, body } of handlers) {
    // Anything awaited before the guard happens for anyone; only reading the form may come first.
    const [first = ""] = /\bawait (?!readForm\(request\))[^;]*/.exec(body) ?? [];
    const guarded = guards[area].some((guard) =>
      new RegExp(`^await ${guard}\\(\\s*context\\.session`).test(first),
    );
    expect(guarded, `${file}: ${name} begins with none of ${guards[area].join(", ")}`).toBe(true);
  }
});

test("no document can take a path of the site", () => {
  const firsts = pagesOf(routes).map(({ address }) => address.replace(/^\//, "").split(/[/.]/)[0]);
  const fixed = firsts.filter((first) => first && !/^[:*]/.test(first));
  expect(fixed.filter((first) => !reservedPaths.has(first ?? ""))).toEqual([]);
});

/** Pages for everyone, of which the site needs to know nothing before their route runs. */
const publicPages = [
  ...["", "pricing", "features", "faq", "blog", "solutions", "about", "careers", "contact", "docs"],
  ...["security", "changelog", "sitemap", "search", ".well-known"],
];

const described = Object.values(facts).flatMap((fact) => (Array.isArray(fact) ? fact : []));

/** The server handles these before the routes do. */
const withoutRoute = ["api", "assets", "lake", "og", "studio", "__manifest"];

test("the route facts name each path of the site, and no other", () => {
  const segments = new Set(
    pagesOf(routes)
      .map(({ address }) => address.replace(/^\//, "").split("/")[0] ?? "")
      .filter((segment) => !/^[:*]/.test(segment)),
  );
  expect(new Set([...described, ...publicPages])).toEqual(new Set([...segments, ...withoutRoute]));
});

/** Each shows a part of the home page, which is visited itself. */
const partsOfHome = ["/pricing", "/features", "/faq"];

/** Pages of which everyone sees the same, without files for programs and the 404 page. */
const kinds = pagesOf(routes)
  .map(({ address }) => `/${address.replace(/^\//, "")}`)
  .filter((address) => !/[.*]/.test(address) && !partsOfHome.includes(address))
  .filter((address) => !facts.isAmong(facts.personalSegments, address));

test.each(kinds)("the browser tests of every page visit one of the kind %s", (address) => {
  const pattern = new RegExp(`^${address.replace(/:\w+/g, "[^/]+")}$`);
  expect(Object.values(visitedPages).filter((path) => pattern.test(path))).not.toEqual([]);
});

test.each([
  ["/login", "personalSegments", true],
  ["/login.data", "personalSegments", true],
  ["/login/again?x=1", "noReturnSegments", true],
  ["/loginx", "personalSegments", false],
  ["/reset-password", "noReturnSegments", false],
  ["/", "personalSegments", false],
] as const)("of %s, %s is %s", (path, fact, expected) => {
  expect(facts.isAmong(facts[fact], path)).toBe(expected);
});
