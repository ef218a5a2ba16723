import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { buildStudio } from "../../server/build/build.js";

/** The Studio as `npm run build` makes it for a project of Sanity's cloud. */

const project = "zp7mhw3q";
let directory: string;
let index: string;
let bundle: string;

beforeAll(async () => {
  vi.stubEnv("SANITY_STUDIO_PROJECT_ID", project);
  vi.stubEnv("SANITY_STUDIO_DATASET", "proofs");
  directory = await mkdtemp(join(tmpdir(), "hosted-studio-"));
  await buildStudio(directory);
  index = await readFile(join(directory, "index.html"), "utf8");
  const names = (await readdir(join(directory, "static"))).filter((name) => name.endsWith(".js"));
  const scripts = names.map((name) => readFile(join(directory, "static", name), "utf8"));
  bundle = (await Promise.all(scripts)).join("\n");
}, 300_000);

afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(directory, { recursive: true, force: true });
});

test("it connects to that project and dataset", () => {
  expect(bundle).toContain(project);
  expect(bundle).toContain("proofs");
});

test("nothing of the embedded lake's client is in it", () => {
  // The socket that its listeners share, and its path on the origin of the site.
  expect(bundle).not.toContain("/vX/mux/");
  expect(bundle).not.toMatch(/\/lake["`]/);
});

test("it is served at /studio", () => {
  const loaded = [...index.matchAll(/(?:src|<link [^>]*href)="([^"]+)"/g)].map(([, at]) => at);
  expect(loaded.length).toBeGreaterThan(2);
  for (const address of loaded) expect(address).toMatch(/^\/studio\/static\//);
  expect(bundle).toMatch(/basePath:\s*"\/studio"/);
});
