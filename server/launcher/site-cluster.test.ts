import { EventEmitter } from "node:events";
import { Counter, Registry } from "prom-client";
import { expect, test } from "vitest";
import type { LauncherMessage } from "../process/ipc-messages";
import { GroupMember, SiteGroup } from "./site-cluster";

/**
 * A site process as the launcher sees it: it responds to a request for its metrics, unless it
 * hangs.
 */
async function member(group: SiteGroup, count: number, { hangs = false, hasStopped = false } = {}) {
  const registry = new Registry();
  const counter = new Counter({ name: "visits_total", help: "Visits.", registers: [registry] });
  counter.inc(count);
  const metrics: unknown[] = await registry.getMetricsAsJSON();
  const received: LauncherMessage[] = [];
  const self = {
    received,
    send(message: LauncherMessage, done: (error: Error | null) => void) {
      if (hasStopped) return done(new Error("The channel is closed."));
      received.push(message);
      if (message.type === "give-metrics" && !hangs)
        void group.take(self, { type: "metrics", id: message.id, metrics });
    },
  };
  group.join(self);
  return self;
}

const allMetrics = (received: LauncherMessage[]) =>
  received.flatMap((message) => (message.type === "all-metrics" ? [message.text] : [])).join();

test("the metrics of all processes are summed for the one that requests them", async () => {
  const group = new SiteGroup();
  const [one, other] = [await member(group, 3), await member(group, 4)];
  await group.take(one, { type: "ask-metrics", id: "1" });
  expect(allMetrics(one.received)).toContain("visits_total 7");
  expect(allMetrics(other.received)).toBe("");
});

test("an unresponsive or stopped process is not awaited forever", async () => {
  const group = new SiteGroup();
  const [one, gone] = [await member(group, 3), await member(group, 4)];
  await member(group, 5, { hangs: true });
  group.leave(gone);
  await group.take(one, { type: "ask-metrics", id: "1" });
  expect(allMetrics(one.received)).toContain("visits_total 3");
});

test("a change that one process received is sent to the others", async () => {
  const group = new SiteGroup();
  const [one, other] = [await member(group, 0), await member(group, 0)];
  const changes = [
    { type: "content-changed" as const },
    { type: "content-changed" as const, tags: ["comments:a"] },
  ];
  for (const change of changes) await group.take(one, change);
  expect(other.received).toEqual(changes);
  expect(one.received).toEqual([]);
});

test("a process that has just stopped is left out of the metrics at once", async () => {
  const group = new SiteGroup();
  const one = await member(group, 3);
  await member(group, 4, { hasStopped: true });
  await group.take(one, { type: "ask-metrics", id: "1" });
  expect(allMetrics(one.received)).toContain("visits_total 3");
});

test("while a process starts, it hears of changes afterwards, and has no metrics", () => {
  const channel = new EventEmitter();
  const starting = new GroupMember(channel);
  const changes: (readonly string[] | undefined)[] = [];
  channel.emit("message", { type: "give-metrics", id: "1" });
  channel.emit("message", { type: "content-changed", tags: ["a"] });
  channel.emit("message", { type: "content-changed" });
  starting.serve({
    metrics: () => Promise.resolve([]),
    invalidateContent: (tags) => void changes.push(tags),
  });
  channel.emit("message", { type: "content-changed", tags: ["b"] });
  expect(changes).toEqual([["a"], undefined, ["b"]]);
});
