import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { serveStaticFiles } from "./static-files";

let directory: string;
let server: Server;
let base: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "static-"));
  await mkdir(join(directory, "assets"));
  await mkdir(join(directory, ".vite"));
  await writeFile(join(directory, "assets", "app-1.js"), "console.log(1)");
  await writeFile(join(directory, "assets", "app-1.js.br"), "brotli bytes");
  await writeFile(join(directory, "favicon.svg"), "<svg/>");
  await writeFile(join(directory, ".vite", "manifest.json"), "{}");
  const files = serveStaticFiles(directory, "/assets/");
  server = createServer((request, response) => {
    void files.answer(request.url ?? "/", request, response).then((answered) => {
      if (!answered) response.writeHead(404).end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  base = typeof address === "object" ? `http://127.0.0.1:${address?.port}` : "";
});

afterEach(async () => {
  server.close();
  await rm(directory, { recursive: true, force: true });
});

test("a hashed file is kept for ever, another is asked for each time", async () => {
  const asset = await fetch(`${base}/assets/app-1.js`, {
    headers: { "Accept-Encoding": "identity" },
  });
  expect(asset.headers.get("cache-control")).toContain("immutable");
  expect(asset.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect(await asset.text()).toBe("console.log(1)");
  const icon = await fetch(`${base}/favicon.svg`);
  expect(icon.headers.get("cache-control")).toContain("must-revalidate");
});

test("a client that has the file gets its word for it", async () => {
  const { headers } = await fetch(`${base}/favicon.svg`);
  const again = await fetch(`${base}/favicon.svg`, {
    headers: { "If-None-Match": headers.get("etag") ?? "" },
  });
  expect(again.status).toBe(304);
});

test("the compressed form goes to who takes it", async () => {
  const answer = await fetch(`${base}/assets/app-1.js`, {
    method: "HEAD",
    headers: { "Accept-Encoding": "br" },
  });
  expect(answer.headers.get("content-encoding")).toBe("br");
  expect(answer.headers.get("content-length")).toBe("12");
});

test.each([
  "/../etc/passwd",
  "/assets/../../x",
  "/.vite/manifest.json",
  "/assets/app-1.js.br",
  "/assets",
])("nothing but the listed files is there: %s", async (path) =>
  expect((await fetch(base + path)).status).toBe(404),
);

test("a file that was removed is not found, and the server goes on", async () => {
  await rm(join(directory, "favicon.svg"));
  expect((await fetch(`${base}/favicon.svg`)).status).toBe(404);
  expect((await fetch(`${base}/assets/app-1.js`, { method: "HEAD" })).status).toBe(200);
});
