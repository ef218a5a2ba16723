import { processorTime } from "@platen/kit";
import { describe, expect, test } from "vitest";
import { resolveRedirect } from "./resolve-redirect";
import { redirectQuery } from "../queries/redirect";
import { ask } from "../testing/ask";
import type { RedirectQueryResult } from "../types.generated";

const origin = "https://platen.example";

/** Runs the real query over redirects, each as from → to; those in `forNow` are temporary. */
function move(address: string, moves: Record<string, string>, forNow: string[] = []) {
  const redirects = Object.entries(moves).map(([from, to], index) => ({
    _id: `redirect-${index}`,
    _type: "redirect",
    from,
    to,
    permanent: !forNow.includes(from),
  }));
  return resolveRedirect(new URL(address, origin), origin, async (paths) => {
    const found = await ask(redirectQuery, redirects, { paths: [...paths] });
    return isRedirect(found) ? found : null;
  });
}

function isRedirect(value: unknown): value is RedirectQueryResult {
  return typeof value === "object" && value !== null && "to" in value;
}

test("a destination with very many slashes is parsed quickly", async () => {
  const before = processorTime();
  const to = `/b${"/".repeat(200_000)}x`;
  await resolveRedirect(new URL("/a", origin), origin, async () => ({ to, permanent: true }));
  expect(processorTime() - before).toBeLessThan(1_000);
});

test("a path without a redirect leads nowhere", async () => {
  expect(await move("/nowhere", { "/old": "/new" })).toBeNull();
});

test("a redirect leads to the new URL, permanently or temporarily", async () => {
  const moves = { "/old": "/new#part", "/jobs": "https://jobs.example/platen?x=1" };
  expect(await move("/old", moves)).toEqual({ location: "/new#part", permanent: true });
  expect(await move("/jobs", moves, ["/jobs"])).toEqual({
    location: "https://jobs.example/platen?x=1",
    permanent: false,
  });
});

test("a chain becomes one redirect, as permanent as its weakest link", async () => {
  const moves = { "/a": "/b", "/b": `${origin}/c?x=1`, "/c": "/d" };
  expect(await move("/a", moves)).toEqual({ location: "/d", permanent: true });
  expect(await move("/a", moves, ["/b"])).toEqual({ location: "/d", permanent: false });
});

test.each<[string, Record<string, string>]>([
  ["itself", { "/a": "/a" }],
  ["itself with parameters", { "/a": "/a?again=1" }],
  ["itself with a slash", { "/a": "/a/" }],
  ["itself through others", { "/a": "/b", "/b": `${origin}/c`, "/c": "/a#top" }],
  ["a loop", { "/a": "/b", "/b": "/c", "/c": "/b" }],
])("a redirect that leads back to %s is ignored", async (_, moves) => {
  expect(await move("/a", moves)).toBeNull();
});

test("an endless chain is ignored", async () => {
  const moves = Object.fromEntries(
    Array.from({ length: 20 }, (_, hop) => [`/${hop}`, `/${hop + 1}`]),
  );
  expect(await move("/0", moves)).toBeNull();
  expect(await move("/15", moves)).toEqual({ location: "/20", permanent: true });
});

test("query parameters are passed on unless the destination has its own", async () => {
  const moves = { "/old": "/new#part", "/form": "/contact?subject=Sales" };
  expect((await move("/old?plan=team", moves))?.location).toBe("/new?plan=team#part");
  expect((await move("/form?plan=team", moves))?.location).toBe("/contact?subject=Sales");
});

test("what signs a user in is not passed on to another site", async () => {
  const moves = { "/old": "https://jobs.example/platen", "/here": "/new" };
  const secrets =
    "code=1&state=2&token=3&token_hash=4&access_token=5&refresh_token=6&error=7&error_code=8&error_description=9&provider_token=10&CODE=11";
  expect((await move(`/old?${secrets}&plan=a%20b&plan=c`, moves))?.location).toBe(
    "https://jobs.example/platen?plan=a+b&plan=c",
  );
  expect((await move(`/old?${secrets}`, moves))?.location).toBe("https://jobs.example/platen");
  expect((await move("/here?code=1", moves))?.location).toBe("/new?code=1");
});

describe("whichever way an editor entered the old path", () => {
  test.each([
    ["/café", "/caf%C3%A9"],
    ["/caf%C3%A9", "/caf%C3%A9"],
    ["/old/", "/old"],
    ["/old", "/old/"],
  ])("%s is found at %s", async (from, address) => {
    expect((await move(address, { [from]: "/new" }))?.location).toBe("/new");
  });
});

test.each([
  "javascript:alert(1)",
  "//evil.example",
  "/\\evil.example",
  "ftp://x.example",
  "new",
  "",
])("%j is not a valid destination", async (to) =>
  expect(await move("/old", { "/old": to })).toBeNull(),
);

test("non-ASCII characters are escaped", async () => {
  expect((await move("/old", { "/old": "/tarif-réduit" }))?.location).toBe("/tarif-r%C3%A9duit");
});

test.each(["/.//evil.example", "/x/..//evil.example", "https://platen.example//evil.example"])(
  "a redirect to %s stays on this site",
  async (to) => {
    expect(await move("/old", { "/old": to })).toMatchObject({ location: "/evil.example" });
  },
);
