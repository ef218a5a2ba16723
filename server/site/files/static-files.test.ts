import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createStaticFiles } from "./static-files";

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
  const files = createStaticFiles(directory, "/assets/");
  server = createServer((request, response) => {
    void files.serve(request.url ?? "/", request, response, "192.0.2.1").then((served) => {
      if (!served) response.writeHead(404).end();
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

test("a network that does not read its large files gets no more of them, but all small ones", async () => {
  await writeFile(join(directory, "assets", "app-1.js"), Buffer.alloc(8_000_000, "a"));
  const { port } = new URL(base);
  const unread = Array.from({ length: 32 }, () => {
    const socket = connect(Number(port), "127.0.0.1");
    socket.write("GET /assets/app-1.js HTTP/1.1\r\nHost: a\r\n\r\n");
    return socket;
  });
  await Promise.all(unread.map((socket) => once(socket, "readable")));
  const waiting = new AbortController();
  const late = fetch(`${base}/assets/app-1.js`, { signal: waiting.signal }).then(
    ({ status }) => status,
    () => "still waiting",
  );
  expect((await fetch(`${base}/favicon.svg`)).status).toBe(200);
  waiting.abort();
  expect(await late).toBe("still waiting");
  for (const socket of unread) socket.destroy();
  const after = await fetch(`${base}/assets/app-1.js`);
  expect((await after.arrayBuffer()).byteLength).toBe(8_000_000);
});

test("a hashed file is cached forever, any other is revalidated", async () => {
  const asset = await fetch(`${base}/assets/app-1.js`, {
    headers: { "Accept-Encoding": "identity" },
  });
  expect(asset.headers.get("cache-control")).toContain("immutable");
  expect(asset.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect(await asset.text()).toBe("console.log(1)");
  const icon = await fetch(`${base}/favicon.svg`);
  expect(icon.headers.get("cache-control")).toContain("must-revalidate");
});

test("a file that could not be read once is read again for the next request", async () => {
  const icon = join(directory, "favicon.svg");
  await rename(icon, `${icon}.away`);
  expect((await fetch(`${base}/favicon.svg`)).status).toBe(404);
  await rename(`${icon}.away`, icon);
  expect((await fetch(`${base}/favicon.svg`)).status).toBe(200);
});

test("a client with the current file gets 304", async () => {
  const { headers } = await fetch(`${base}/favicon.svg`);
  const again = await fetch(`${base}/favicon.svg`, {
    headers: { "If-None-Match": headers.get("etag") ?? "" },
  });
  expect(again.status).toBe(304);
});

test.each([
  ["weakened by a proxy", (etag: string) => `W/${etag}`],
  ["among others", (etag: string) => `"another", W/${etag}`],
  ["or any version", () => "*"],
])("so does one that has it under its tag %s", async (_, condition) => {
  const { headers } = await fetch(`${base}/favicon.svg`);
  const again = await fetch(`${base}/favicon.svg`, {
    headers: { "If-None-Match": condition(headers.get("etag") ?? "") },
  });
  expect(again.status).toBe(304);
});

test("a client that accepts compression gets the compressed file", async () => {
  const response = await fetch(`${base}/assets/app-1.js`, {
    method: "HEAD",
    headers: { "Accept-Encoding": "br" },
  });
  expect(response.headers.get("content-encoding")).toBe("br");
  expect(response.headers.get("content-length")).toBe("12");
});

test.each([
  "/../etc/passwd",
  "/assets/../../x",
  "/.vite/manifest.json",
  "/assets/app-1.js.br",
  "/assets",
])("only listed files are served: %s", async (path) =>
  expect((await fetch(base + path)).status).toBe(404),
);

test("a removed file is 404, and the server keeps running", async () => {
  await rm(join(directory, "favicon.svg"));
  expect((await fetch(`${base}/favicon.svg`)).status).toBe(404);
  expect((await fetch(`${base}/assets/app-1.js`, { method: "HEAD" })).status).toBe(200);
});
