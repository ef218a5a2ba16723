import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { basename, dirname, join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { takeBrowserError } from "./browser-errors";
import { createLogger } from "../../logging/logger";
import { builtScript, type BuiltScript } from "../../testing/built-script";

const siteOrigin = "https://platen.example";

let script: BuiltScript;
beforeAll(async () => {
  script = await builtScript("build/maps/assets/press-Ab12_x.js");
});
afterAll(() => script.remove());

/** Sends a report, and returns the status of the response and what was logged. */
async function report(body: string, method = "POST") {
  const lines: string[] = [];
  const logger = createLogger({ write: (line) => void lines.push(line) });
  const maps = dirname(script.file);
  const server = createServer(
    (request, response) =>
      void takeBrowserError(request, response, { logger, siteOrigin, maps }).then(done),
  );
  let done = () => {};
  const taken = new Promise<void>((resolve) => (done = resolve));
  onTestFinished(() => void server.close());
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  const { status } = await fetch(`http://127.0.0.1:${port}/browser-errors`, { method, body });
  await taken;
  return { status, log: lines.join("") };
}

const built = () => {
  const { file, built } = script;
  return `${siteOrigin}/assets/${basename(file)}:${built.line}:${built.column}`;
};

test.each([
  ["Chromium", (place: string) => `Error: x\n    at a (${place})\n    at ${place}`],
  ["Firefox and Safari", (place: string) => `a@${place}\n@${place}\n`],
])("an error is logged with source positions, as %s reports it", async (_name, stackOf) => {
  const { status, log } = await report(
    JSON.stringify({
      page: "/blog",
      message: "Nothing to press",
      stack: stackOf(built()),
    }),
  );
  expect(status).toBe(204);
  expect(JSON.parse(log)).toMatchObject({
    page: "/blog",
    error: "Nothing to press",
    stack: [script.place, script.place],
  });
});

test("personal data does not reach the log", async () => {
  const message = "ada@mail.example could not fetch https://platen.example/blog?q=her+illness";
  const stack = [
    "at chrome-extension://abcdefgh/assets/spy.js:1:2",
    `at ${siteOrigin}/auth/confirm?token_hash=secret-of-one:12:3`,
    `at ${built()}`,
    "at https://elsewhere.example/assets/tag.js:1:1",
  ].join("\n");
  const { log } = await report(
    JSON.stringify({ page: "/auth/confirm?token_hash=secret-of-one", message, stack }),
  );
  expect(JSON.parse(log)).toMatchObject({
    page: "/auth/confirm",
    error: "[email] could not fetch https://platen.example/blog",
    stack: ["/auth/confirm:12:3", script.place],
  });
  expect(log).not.toMatch(/ada|illness|secret-of-one|extension|elsewhere/);
});

test("an error in a script without a source map is logged as reported", async () => {
  const stack = `at ${siteOrigin}/assets/older-Zz99.js:1:200\nat ${siteOrigin}/assets/../../secrets.js:1:1`;
  const { log } = await report(JSON.stringify({ page: "/", message: "x", stack }));
  expect(JSON.parse(log).stack).toEqual(["/assets/older-Zz99.js:1:200", "/secrets.js:1:1"]);
});

test("an error of a browser extension alone is not logged", async () => {
  const stack = "at chrome-extension://abcdefgh/assets/spy.js:1:2";
  expect(await report(JSON.stringify({ page: "/", message: "x", stack }))).toEqual({
    status: 204,
    log: "",
  });
});

test("a thrown value without a stack is logged by its message", async () => {
  const { log } = await report(JSON.stringify({ page: "/", message: "null", stack: "" }));
  expect(JSON.parse(log)).toMatchObject({ error: "null", stack: [] });
});

test.each([
  ["invalid JSON", "{", 400],
  ["another shape", '{"page":1}', 400],
  ["an endless message", JSON.stringify({ page: "/", message: "x".repeat(600), stack: "" }), 400],
  ["an oversized report", JSON.stringify({ page: "x".repeat(20_000) }), 413],
])("%s is refused and not logged", async (_name, body, status) => {
  expect(await report(body)).toEqual({ status, log: "" });
});

test("source maps are unpacked up to a memory limit", async () => {
  const map = await readFile(`${script.file}.map`, "utf8");
  const names = Array.from({ length: 4 }, (_, n) => `other-${n}.js`);
  for (const name of names) {
    await writeFile(join(dirname(script.file), `${name}.map`), map + " ".repeat(900_000));
  }
  const stack = names.map((name) => `a@${built().replace(basename(script.file), name)}`).join("\n");
  const { log } = await report(JSON.stringify({ page: "/", message: "x", stack }));
  const { line, column } = script.built;
  const asBuilt = (name = "") => `/assets/${name}:${line}:${column}`;
  expect(JSON.parse(log).stack).toEqual([
    ...[script.place, script.place],
    ...[asBuilt(names[2]), asBuilt(names[3])],
  ]);
});
