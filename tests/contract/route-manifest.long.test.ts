import { createRequestHandler } from "@remix-run/node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startRunningSite, type RunningSite } from "./support/running-site";

let site: RunningSite;

beforeAll(async () => {
  site = await startRunningSite();
});
afterAll(() => site.stop());

const paths = [
  ...["/", "/blog", "/blog/any-post", "/docs/merge", "/careers", "/admin/users", "/admin/users/1"],
  ...["/made-up", "/made/up", "/blog/", "/%62log", "/dashboard/profile/security", "/feed.xml", "x"],
  ...["/auth/provider/github", "/solutions/any", "/preview/enable", "/privacy", "//", ""],
];

const query = (version: string, asked: readonly string[]) =>
  `/__manifest?${new URLSearchParams([...asked.map((path) => ["p", path]), ["version", version]])}`;

test("browsers get the same routes as from Remix itself", async () => {
  const { build } = site;
  const remix = createRequestHandler(build, "production");
  const { version } = build.assets;
  for (const asked of [...paths.map((path) => [path]), paths]) {
    const url = site.url + query(version, asked);
    const [ours, theirs] = await Promise.all([fetch(url), remix(new Request(url))]);
    expect(await ours.json(), asked.join()).toEqual(await theirs.json());
    expect(ours.headers.get("cache-control")).toBe(theirs.headers.get("cache-control"));
  }
});

test("a browser with the scripts of another build is told to reload", async () => {
  const response = await fetch(site.url + query("another", ["/blog"]));
  expect(response.status).toBe(204);
  expect(response.headers.get("X-Remix-Reload-Document")).toBe("true");
});

test("without a path the manifest is empty", async () => {
  const { version } = site.build.assets;
  expect((await fetch(site.url + query(version, []))).status).toBe(400);
});
