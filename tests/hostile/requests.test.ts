import type fc from "fast-check";
import { describe, expect, inject, test } from "vitest";
import { backendRoutes, siteRoutes } from "./addresses";
import { exchange, inTurns } from "./exchange";
import { problemWith } from "./oracles";
import { newNetwork, signIn } from "./people";
import { samples } from "./samples";
import { shapeOf, type Shape } from "./shapes";

const site = inject("hostileSite");

/** Requests of one round, and how many of them are in flight at the same time. */
const requestsOfRound = 60;
const atOnce = 12;

/** A slow machine sends fewer: the whole project must finish in three minutes. */
const maxMilliseconds = 15_000;

const seen = new Map<number, number>();

async function problemWithShape({ listener, head, body }: Shape, from: string) {
  const port = listener === "site" ? site.port : site.backendPort;
  const parts = [Buffer.from(head, "latin1"), body];
  const response = await exchange({ port, from, parts, end: "wait" });
  for (const status of response.statuses) seen.set(status, (seen.get(status) ?? 0) + 1);
  const problem = problemWith(response);
  const bytes = `${head}${body.toString("latin1").slice(0, 500)}`;
  return problem && `${problem}: ${JSON.stringify(bytes)}\n${response.text.slice(0, 500)}`;
}

/**
 * Sends requests, several at the same time, and reports those with a response that none may have.
 */
async function problemsWith(shapes: readonly Shape[], from: () => string): Promise<string[]> {
  const problems = await inTurns(shapes, atOnce, (shape) => problemWithShape(shape, from()));
  return problems.filter((problem) => problem !== null);
}

/**
 * Sends generated requests in rounds, until the time is over.
 *
 * @param shape is created for each round, because some requests sign their user out
 */
async function attack(
  rounds: number,
  shape: () => Promise<fc.Arbitrary<Shape>>,
  from = newNetwork,
) {
  const started = performance.now();
  for (let round = 0; round < rounds; round += 1) {
    if (performance.now() - started > maxMilliseconds) break;
    const sent = samples(await shape(), requestsOfRound, round);
    expect(await problemsWith(sent, from)).toEqual([]);
  }
  const counts = [...seen].sort(([one], [other]) => one - other);
  console.log(counts.map(([status, count]) => `${status}: ${count}`).join(", "));
  seen.clear();
}

test("the routes are read from where they are declared", () => {
  const patterns = siteRoutes.map(({ pattern }) => pattern);
  for (const known of ["/", "/blog/:slug", "/admin/users/:id", "/api/gateway/verify"])
    expect(patterns).toContain(known);
  for (const known of ["/auth/v1/token", "/lake/:version/data/query/:dataset", "/metrics"])
    expect(patterns).toContain(known);
  for (const known of [
    "/auth/v1/passkeys/*",
    "/lake/:version/projects/:project/tokens/:id",
    "/lake/:version/mux/:dataset",
  ])
    expect(patterns).toContain(known);
  expect(patterns.length).toBeGreaterThan(130);
});

// Browsers treat a backslash as a slash, so that these name another host, or an impossible one.
test.each(["/\\", "/\\x", "/\\[", "/\\a:99999/", "/\\/login"])(
  "%s is a client error",
  async (address) => {
    const parts = [Buffer.from(`GET ${address} HTTP/1.1\r\nHost: localhost\r\n\r\n`)];
    const response = await exchange({ port: site.port, from: newNetwork(), parts, end: "wait" });
    expect(response.statuses).toEqual([400]);
  },
);

describe("malformed requests to every URL", () => {
  test("of a visitor", async () => {
    await attack(24, async () => shapeOf(siteRoutes, { cookie: "" }));
  });
  test("of a user", async () => {
    await attack(16, async () => shapeOf(siteRoutes, { cookie: await signIn(site, "user") }));
  });
  test("of an editor", async () => {
    await attack(16, async () => shapeOf(siteRoutes, { cookie: await signIn(site, "editor") }));
  });
  test("of one network that is at its limits", async () => {
    const anonymous = shapeOf(siteRoutes, { cookie: "" });
    await attack(
      16,
      async () => anonymous,
      () => "127.201.0.1",
    );
  });
  test("of a program on this machine that bypasses the site", async () => {
    const headers = [["apikey", site.publishableKey]] as const;
    await attack(16, async () => shapeOf(backendRoutes, { cookie: "", headers }));
  });
});
