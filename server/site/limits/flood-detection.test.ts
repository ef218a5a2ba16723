import { expect, onTestFinished, test, vi } from "vitest";
import { FloodDetector, refusalPart } from "./flood-detection";

function flood(floods: FloodDetector, visitor: string, times: number, part?: number) {
  for (let n = 0; n < times; n += 1) floods.note(visitor, part);
}

test("five floods, or thousands of refusals, keep a network away for a minute", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const floods = new FloodDetector();
  flood(floods, "192.0.2.1", 4);
  flood(floods, "192.0.2.2", 4_990, refusalPart);
  expect([floods.isBlocked("192.0.2.1"), floods.isBlocked("192.0.2.2")]).toEqual([false, false]);
  flood(floods, "192.0.2.1", 1);
  flood(floods, "192.0.2.2", 20, refusalPart);
  expect([floods.isBlocked("192.0.2.1"), floods.isBlocked("192.0.2.2")]).toEqual([true, true]);
  expect(floods.isBlocked("192.0.2.3")).toBe(false);
  vi.advanceTimersByTime(60_000);
  expect(floods.isBlocked("192.0.2.1")).toBe(false);
  flood(floods, "192.0.2.1", 4);
  expect(floods.isBlocked("192.0.2.1")).toBe(false);
});

test("an end site of IPv6 is kept away for what its networks do together", () => {
  const floods = new FloodDetector();
  for (let n = 0; n < 12; n += 1) flood(floods, `2001:db8:1:${n}::1`, 4);
  expect(floods.isBlocked("2001:db8:1:0::1")).toBe(false);
  flood(floods, "2001:db8:1:d::1", 3);
  expect(floods.isBlocked("2001:db8:1:ffff::1")).toBe(true);
  expect(floods.isBlocked("2001:db8:2::1")).toBe(false);
});
