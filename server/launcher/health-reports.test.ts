import { expect, test, vi } from "vitest";
import type { ExaminedSubject } from "@domain/administration/health";
import type { LauncherMessage } from "../process/ipc-messages";
import { HealthReports } from "./health-reports";

const machine: ExaminedSubject = {
  title: "Machine",
  findings: [{ kind: "ok", text: "4096 MB of memory" }],
};

/** A site process as the launcher sees it. */
function siteProcess() {
  const received: LauncherMessage[] = [];
  return { received, send: (message: LauncherMessage) => received.push(message) > 0 };
}

test("a site process gets a report, and no other message gets a response", async () => {
  const reports = new HealthReports(async () => [machine]);
  const site = siteProcess();
  await reports.take(site, { type: "alive" });
  await reports.take(site, { type: "ask-health", id: "1" });
  expect(site.received).toEqual([{ type: "health", id: "1", subjects: [machine] }]);
});

test("concurrent requests, and those of the next ten seconds by any clock, share one examination", async () => {
  vi.useFakeTimers({ now: 0, toFake: ["Date", "performance"] });
  const examine = vi.fn(async () => [machine]);
  const reports = new HealthReports(examine);
  const sites = [siteProcess(), siteProcess()];
  await Promise.all(sites.map((site) => reports.take(site, { type: "ask-health", id: "1" })));
  expect(examine).toHaveBeenCalledTimes(1);
  expect(sites.map(({ received }) => received.length)).toEqual([1, 1]);
  vi.setSystemTime(-3_600_000);
  vi.advanceTimersByTime(10_001);
  await reports.take(siteProcess(), { type: "ask-health", id: "2" });
  expect(examine).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});

test("an examination that takes longer than ten seconds is not begun again beside itself", async () => {
  vi.useFakeTimers({ now: 0, toFake: ["Date", "performance"] });
  let finish: (subjects: ExaminedSubject[]) => void = () => {};
  const examine = vi.fn(() => new Promise<ExaminedSubject[]>((resolve) => (finish = resolve)));
  const reports = new HealthReports(examine);
  const site = siteProcess();
  const first = reports.take(site, { type: "ask-health", id: "1" });
  vi.advanceTimersByTime(20_000);
  const second = reports.take(site, { type: "ask-health", id: "2" });
  finish([machine]);
  await Promise.all([first, second]);
  expect(examine).toHaveBeenCalledTimes(1);
  expect(site.received).toHaveLength(2);
  vi.useRealTimers();
});

test("an examination that fails is reported as a problem of the settings", async () => {
  const reports = new HealthReports(() => Promise.reject(new Error("PORT must be a number")));
  const site = siteProcess();
  await reports.take(site, { type: "ask-health", id: "1" });
  const problem: ExaminedSubject = {
    title: "Settings",
    findings: [{ kind: "problem", text: "PORT must be a number" }],
  };
  expect(site.received).toEqual([{ type: "health", id: "1", subjects: [problem] }]);
});
