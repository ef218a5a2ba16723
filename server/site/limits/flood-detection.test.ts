import { expect, onTestFinished, test, vi } from "vitest";
import { FloodDetector, refusalWeight } from "./flood-detection";

function flood(floods: FloodDetector, clientIp: string, times: number, part?: number) {
  for (let n = 0; n < times; n += 1) floods.note(clientIp, part);
}

test("five floods or thousands of refusals block a network for a minute, whatever the clock is set to", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const floods = new FloodDetector();
  flood(floods, "192.0.2.1", 4);
  flood(floods, "192.0.2.2", 4_990, refusalWeight);
  expect([floods.isBlocked("192.0.2.1"), floods.isBlocked("192.0.2.2")]).toEqual([false, false]);
  flood(floods, "192.0.2.1", 1);
  flood(floods, "192.0.2.2", 20, refusalWeight);
  expect([floods.isBlocked("192.0.2.1"), floods.isBlocked("192.0.2.2")]).toEqual([true, true]);
  expect(floods.isBlocked("192.0.2.3")).toBe(false);
  vi.setSystemTime(Date.now() + 3_600_000);
  expect(floods.isBlocked("192.0.2.1")).toBe(true);
  vi.advanceTimersByTime(60_000);
  expect(floods.isBlocked("192.0.2.1")).toBe(false);
  flood(floods, "192.0.2.1", 4);
  expect(floods.isBlocked("192.0.2.1")).toBe(false);
});

test("an IPv6 end site is blocked for what its networks do together", () => {
  const floods = new FloodDetector();
  for (let n = 0; n < 12; n += 1) flood(floods, `2001:db8:1:${n}::1`, 4);
  expect(floods.isBlocked("2001:db8:1:0::1")).toBe(false);
  flood(floods, "2001:db8:1:d::1", 3);
  expect(floods.isBlocked("2001:db8:1:ffff::1")).toBe(true);
  expect(floods.isBlocked("2001:db8:2::1")).toBe(false);
});
