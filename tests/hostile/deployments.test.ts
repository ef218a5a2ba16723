import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { processesOf } from "../e2e/support/processes";
import { startAttackedSite } from "./attacked-site";
import { breakOff, statusOf } from "./break-off";
import { credentialsOf, type Credentials } from "./credentials";
import { listeners } from "./listeners";
import { requireNoUncaught } from "./start-site";

/**
 * Two deployments whose connections take other paths: with several processes the launcher accepts
 * them, and behind a proxy floods are held by request.
 */
const deployments: [name: string, environment: Record<string, string>][] = [
  ["two site processes", { WEB_CONCURRENCY: "2" }],
  ["a proxy in front", { TRUSTED_PROXIES: "1" }],
];

describe.each(deployments)("with %s", (_name, environment) => {
  let running: Awaited<ReturnType<typeof startAttackedSite>>;
  let credentials: Credentials;

  beforeAll(async () => {
    running = await startAttackedSite(environment);
    credentials = await credentialsOf(running.place);
  });
  afterAll(() => running.stop());

  test("connections that break off anywhere end no process, and every listener answers after them", async () => {
    const { place } = running;
    const statuses: [string, number][] = [];
    for (const listener of listeners) {
      const problems = await breakOff(place, listener, { credentials, times: 30 });
      expect(problems, listener.name).toEqual([]);
      statuses.push([listener.name, await statusOf(place, listener, credentials)]);
    }
    expect(statuses).toEqual(listeners.map(({ name, status }) => [name, status]));
    expect([place.launcher, ...processesOf(place.launcher)]).toEqual(place.processes);
    requireNoUncaught(running.output());
  });
});
