import { existsSync, readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { once } from "node:events";
import { afterAll, afterEach, expect, inject, vi } from "vitest";
import { z } from "zod";
import { processesOf } from "../e2e/support/processes";
import type { Exchange } from "./exchange";

/**
 * What must hold throughout, whatever is sent: no process ends, no response is an undeclared 5xx,
 * an honest visitor is served, and no connection stays open for a client that is gone.
 */

/**
 * The bar is a second. A busy machine may exceed it once, and a test that fails then says nothing:
 * visits beyond the bar are reported, and one beyond this fails.
 */
const latestMilliseconds = 5_000;

const honest = z.object({
  visits: z.number(),
  late: z.number(),
  slowest: z.object({ path: z.string(), milliseconds: z.number() }),
  p95: z.number(),
  problems: z.array(z.string()),
});

const site = inject("hostileSite");
const visitor = {
  worker: new Worker(new URL("honest-visitor.js", import.meta.url), { workerData: site }),
};

export const processes = () => [site.launcher, ...processesOf(site.launcher)];

/** The kernel's tables of connections, where it has them. */
const tables = ["/proc/net/tcp", "/proc/net/tcp6"].filter((file) => existsSync(file));

/** How many connections of clients the site holds, in any state but TIME_WAIT (06). */
function openConnections(): number {
  const port = site.port.toString(16).toUpperCase().padStart(4, "0");
  const rows = tables.flatMap((file) => readFileSync(file, "utf8").split("\n").slice(1));
  return rows.filter((row) => {
    const [, local = "", , state] = row.trim().split(/\s+/);
    // 0A is the listener itself.
    return local.endsWith(`:${port}`) && state !== "06" && state !== "0A";
  }).length;
}

afterEach(() => {
  expect(processes(), "A process ended.").toEqual(site.processes);
});

afterAll(async () => {
  const told = once(visitor.worker, "message");
  visitor.worker.postMessage("home");
  const [{ visits, late, slowest, p95, problems }] = z.tuple([honest]).parse(await told);
  await visitor.worker.terminate();
  console.log(
    `An honest visitor came ${visits} times: p95 ${p95} ms, slowest ${slowest.milliseconds} ms (${slowest.path}), ${late} later than a second.`,
  );
  expect(problems, "An honest visitor was not served.").toEqual([]);
  expect(
    slowest.milliseconds,
    `An honest visitor waited too long for ${slowest.path}.`,
  ).toBeLessThan(latestMilliseconds);
  expect(visits).toBeGreaterThan(0);
  // Idle connections are closed after ten seconds.
  await vi.waitFor(() => expect(openConnections(), "Connections stay open.").toBe(0), {
    timeout: 30_000,
    interval: 500,
  });
}, 60_000);

/** The messages that an overloaded or half-running site may respond with. */
const declared = new Set([503, 507]);

/** A description of what is wrong with a response; null when nothing is. */
export function problemWith({ statuses, text }: Exchange): string | null {
  const wrong = statuses.find((status) => status >= 500 && !declared.has(status));
  if (wrong !== undefined) return `Status ${wrong}`;
  if (!statuses.some((status) => declared.has(status))) return null;
  const [, body = ""] = text.split("\r\n\r\n");
  return body === "" || /\w+ \w+ \w+/.test(body) ? null : "A 503 or 507 without a sentence";
}
