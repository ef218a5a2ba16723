import { expect, onTestFinished, test, vi } from "vitest";
import { memoryUsed, LoadShedder } from "./load-shedding";

function under(used: () => number, evict = () => {}) {
  const loadShedder = new LoadShedder(evict, used);
  onTestFinished(() => loadShedder.close());
  return loadShedder;
}

test("a process below its limits accepts every page", () => {
  expect(under(() => 0.5).isFullFor("192.0.2.1")).toBe(false);
});

test("caches are released before pages are refused", () => {
  const evict = vi.fn();
  expect(under(() => 0.85, evict).isFullFor("192.0.2.1")).toBe(false);
  expect(evict).toHaveBeenCalled();
  expect(under(() => 0.95).isFullFor("192.0.2.1")).toBe(true);
});

test("a hundred concurrent pages are the maximum, and finished ones free a slot", async () => {
  const loadShedder = under(() => 0);
  let finish = () => {};
  const finished = new Promise<void>((done) => (finish = done));
  const pages = Array.from({ length: 100 }, (_, n) =>
    loadShedder.during(() => finished, `192.0.2.${n % 5}`),
  );
  for (let n = 0; n < 5; n += 1) expect(loadShedder.isFullFor(`192.0.2.${n}`)).toBe(true);
  finish();
  await Promise.all(pages);
  expect(loadShedder.isFullFor("192.0.2.1")).toBe(false);
});

test("one network gets a share, and others the rest", async () => {
  const loadShedder = under(() => 0);
  let finish = () => {};
  const finished = new Promise<void>((done) => (finish = done));
  const pages = Array.from({ length: 20 }, () => loadShedder.during(() => finished, "192.0.2.1"));
  expect(loadShedder.isFullFor("192.0.2.1")).toBe(true);
  expect(loadShedder.isFullFor("192.0.2.2")).toBe(false);
  finish();
  await Promise.all(pages);
  expect(loadShedder.isFullFor("192.0.2.1")).toBe(false);
});

test("ten networks at their maximum leave slots for another", async () => {
  const loadShedder = under(() => 0);
  let finish = () => {};
  const finished = new Promise<void>((done) => (finish = done));
  const pages = Array.from({ length: 200 }, (_, n) =>
    loadShedder.during(() => finished, `192.0.2.${n % 10}`),
  );
  expect(loadShedder.isFullFor("192.0.2.1")).toBe(true);
  expect(loadShedder.isFullFor("198.51.100.7")).toBe(false);
  finish();
  await Promise.all(pages);
});

test("a failed page frees its slot", async () => {
  const loadShedder = under(() => 0);
  await expect(
    loadShedder.during(() => Promise.reject(new Error("No.")), "192.0.2.1"),
  ).rejects.toThrow("No.");
  expect(loadShedder.rendering).toBe(0);
});

test("memory in use is a share of the limit", () => {
  expect(memoryUsed()).toBeGreaterThan(0);
  expect(memoryUsed()).toBeLessThan(1);
});
