import { Counter, Registry } from "prom-client";
import { expect, test } from "vitest";
import type { LauncherMessage } from "./ipc-messages";
import { SiteGroup } from "./site-cluster";

/**
 * A site process as the launcher sees it: it responds to a request for its metrics, unless it
 * hangs.
 */
async function member(group: SiteGroup, count: number, hangs = false) {
  const registry = new Registry();
  const counter = new Counter({ name: "visits_total", help: "Visits.", registers: [registry] });
  counter.inc(count);
  const metrics: unknown[] = await registry.getMetricsAsJSON();
  const heard: LauncherMessage[] = [];
  const self = {
    heard,
    send(message: LauncherMessage) {
      heard.push(message);
      if (message.type === "give-metrics" && !hangs)
        void group.take(self, { type: "metrics", id: message.id, metrics });
    },
  };
  group.join(self);
  return self;
}

const allMetrics = (heard: LauncherMessage[]) =>
  heard.flatMap((message) => (message.type === "all-metrics" ? [message.text] : [])).join();

test("the metrics of all processes are added up for the one that asks", async () => {
  const group = new SiteGroup();
  const [one, other] = [await member(group, 3), await member(group, 4)];
  await group.take(one, { type: "ask-metrics", id: "1" });
  expect(allMetrics(one.heard)).toContain("visits_total 7");
  expect(allMetrics(other.heard)).toBe("");
});

test("a process that hangs or has left is not waited for without end", async () => {
  const group = new SiteGroup();
  const [one, gone] = [await member(group, 3), await member(group, 4)];
  await member(group, 5, true);
  group.leave(gone);
  await group.take(one, { type: "ask-metrics", id: "1" });
  expect(allMetrics(one.heard)).toContain("visits_total 3");
});

test("what one heard of, the others are told", async () => {
  const group = new SiteGroup();
  const [one, other] = [await member(group, 0), await member(group, 0)];
  await group.take(one, { type: "content-changed" });
  expect(other.heard).toEqual([{ type: "content-changed" }]);
  expect(one.heard).toEqual([]);
});
