import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { finish } from "./finish-build";

const index = `<head><meta content="width=device-width, initial-scale=1, maximum-scale=1, viewport-fit=cover" name="viewport"/><link href="/static/favicon.ico" rel="icon"/><link href="/static/favicon.svg" rel="icon"/>
<link href="/static/manifest.webmanifest" rel="manifest"/><title>Sanity Studio</title><script>errors()</script>
<style>@font-face { src: url("https://studio-static.sanity.io/a.woff2"); }</style>
<script src="https://core.sanity-cdn.com/bridge.js" async></script></head>
<script src="/studio/static/sanity-1.js" type="module"></script>`;

const bundle = `let tracing="https://api.sanity.io/vX/intake/tracing",modules="https://sanity-cdn.com/v1";
react.useTransition=function(){return E.H.useTransition()},react.version="19.3.1";
({version:"19.3.1",rendererPackageName:"react-dom"});`;

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "studio-"));
  await mkdir(join(directory, "static"));
  await cp(
    fileURLToPath(new URL("./static/favicon.svg", import.meta.url)),
    join(directory, "static/favicon.svg"),
  );
  await writeFile(join(directory, "static/manifest.webmanifest"), "{}");
  await writeFile(join(directory, "index.html"), index);
  await writeFile(join(directory, "static/sanity-1.js"), bundle);
  await writeFile(join(directory, "static/panes-1.js"), "export {}");
});

afterEach(() => rm(directory, { recursive: true }));

const read = (name: string) => readFile(join(directory, name), "utf8");

test("the finished Studio runs no inline script and loads only from its own path", async () => {
  await finish(directory);
  const html = await read("index.html");
  const sources = [...html.matchAll(/<script[^>]*?src="([^"]*)"/g)].map(([, source]) => source);
  expect(sources[0]).toMatch(/^\/studio\/static\/start-[0-9a-f]{8}\.js$/);
  expect(sources[1]).toBe("/studio/static/sanity-1.js");
  expect(html).not.toMatch(/<script>|https:/);
  expect(html).toContain("<title>Content Studio</title>");
  expect(html).toContain('content="width=device-width, initial-scale=1, viewport-fit=cover"');
  expect(html.match(/<link[^>]*>/g)).toEqual([
    '<link rel="icon" type="image/svg+xml" href="/studio/static/favicon.svg"/>',
    '<link rel="preload" as="script" crossorigin href="/studio/static/sanity-1.js"/>',
    '<link rel="preload" as="script" crossorigin href="/studio/static/panes-1.js"/>',
  ]);
  const started = (await readdir(join(directory, "static"))).find((name) => /^start-/.test(name));
  expect(await read(`static/${started}`)).toContain("errors()");
});

test("requests for Sanity's cloud go to the lake", async () => {
  await finish(directory);
  const code = await read("static/sanity-1.js");
  expect(code).toContain('"/lake/vX/intake/tracing"');
  expect(code).toContain('"/studio/static/newest.json?/v1"');
});

test.each([
  ["a URL is missing", bundle.replace("vX/intake", "v2/intake"), "no longer calls"],
  ["a new host appears", `${bundle}"https://new.sanity-cdn.com/x"`, "new.sanity-cdn.com"],
  ["React is included twice", bundle + bundle, "react 19 once"],
  ["React is not version 19", bundle.replaceAll("19.3.1", "18.3.1"), "found: 18.3.1"],
])("the build fails when %s", async (_, code, message) => {
  await writeFile(join(directory, "static/sanity-1.js"), code);
  await expect(finish(directory)).rejects.toThrow(message);
});

test.each([
  ["inline script", "<script>errors()</script>"],
  ["forbidden zoom", ", maximum-scale=1"],
])("the build fails when the page has no %s", async (what, part) => {
  await writeFile(join(directory, "index.html"), index.replace(part, ""));
  await expect(finish(directory)).rejects.toThrow(`no ${what}`);
});
