import { beforeEach, expect, test } from "vitest";
import { TaggedCache } from "./tagged-cache";

let clock = 0;
let cache: TaggedCache<{ text: string }>;

beforeEach(() => {
  clock = 1_000;
  cache = new TaggedCache({
    maxSize: 1_000,
    unwatchedLifetime: 5_000,
    now: () => clock,
    elapsed: () => clock,
  });
  cache.watch(true);
});

function store(key: string, tags: string[], options: { size?: number; expiresAt?: number } = {}) {
  cache.store(
    key,
    { text: key },
    { epoch: cache.currentEpoch(), tags, size: options.size ?? 10, expiresAt: options.expiresAt },
  );
}

test("an entry stays fresh until it is invalidated", () => {
  store("a", ["s1:post"]);
  clock += 1_000_000;
  expect(cache.read("a")).toMatchObject({ value: { text: "a" }, fresh: true });
});

test("an edit invalidates the entries with its tags only", () => {
  store("a", ["s1:post"]);
  store("b", ["s1:job"]);
  cache.invalidate(["s1:post"]);
  expect(cache.read("a")).toMatchObject({ value: { text: "a" }, fresh: false });
  expect(cache.read("b")?.fresh).toBe(true);
});

test("a result that was read before an edit and stored after it is stale", () => {
  const epoch = cache.currentEpoch();
  cache.invalidate(["s1:post"]);
  cache.store("a", { text: "before the edit" }, { epoch, tags: ["s1:post"], size: 10 });
  expect(cache.read("a")?.fresh).toBe(false);
});

test("one that was stored after an edit of other content is fresh", () => {
  const epoch = cache.currentEpoch();
  cache.invalidate(["s1:job"]);
  cache.store("a", { text: "of posts" }, { epoch, tags: ["s1:post"], size: 10 });
  expect(cache.read("a")?.fresh).toBe(true);
});

test("one that was read before a gap, or before more edits than are remembered, is stale", () => {
  const epoch = cache.currentEpoch();
  cache.invalidateAll();
  cache.store("a", { text: "before the gap" }, { epoch, tags: ["s1:post"], size: 10 });
  expect(cache.read("a")?.fresh).toBe(false);
  const later = cache.currentEpoch();
  cache.invalidate(["s1:post"]);
  cache.invalidate(Array.from({ length: 10_001 }, (_, n) => `s1:${n}`));
  cache.store("a", { text: "long ago" }, { epoch: later, tags: ["s1:post"], size: 10 });
  expect(cache.read("a")?.fresh).toBe(false);
});

test("a value says how long ago it was stored", () => {
  store("a", ["s1:post"]);
  clock += 700;
  expect(cache.read("a")?.age).toBe(700);
});

test("while changes are not received, entries are fresh only for a short time", () => {
  store("a", ["s1:post"]);
  cache.watch(false);
  expect(cache.read("a")?.fresh).toBe(true);
  clock += 5_001;
  expect(cache.read("a")?.fresh).toBe(false);
});

test("after a gap every entry is stale", () => {
  store("a", ["s1:post"]);
  cache.invalidateAll();
  expect(cache.read("a")?.fresh).toBe(false);
});

test("a scheduled change makes an entry stale in time", () => {
  store("a", ["s1:post"], { expiresAt: 2_000 });
  expect(cache.read("a")?.fresh).toBe(true);
  clock = 2_000;
  expect(cache.read("a")?.fresh).toBe(false);
});

test("a replaced entry is invalidated by its new tags only", () => {
  store("a", ["s1:post"]);
  store("a", ["s1:job"]);
  cache.invalidate(["s1:post"]);
  expect(cache.read("a")?.fresh).toBe(true);
});

test("the cache never exceeds its size", () => {
  for (let i = 0; i < 100; i += 1) store(`key-${i}`, ["s1:post"], { size: 100 });
  expect(cache.size.bytes).toBeLessThanOrEqual(1_000);
  expect(cache.read("key-0")).toBeNull();
  expect(cache.read("key-99")?.fresh).toBe(true);
});

test("a value larger than the cache is not stored", () => {
  store("huge", ["s1:post"], { size: 2_000 });
  expect(cache.read("huge")).toBeNull();
});

test("stale keys are listed, most recently read first", () => {
  for (const key of ["a", "b", "c"]) store(key, ["s1:post"]);
  store("d", ["s1:job"]);
  cache.read("a");
  cache.invalidate(["s1:post"]);
  expect(cache.staleKeys({ count: 2, bytes: 10 })).toEqual(["a", "c"]);
});

test("evictions are counted, and half of the cache can be released", () => {
  for (let i = 0; i < 12; i += 1) store(`k${i}`, ["s1:post"], { size: 98 });
  expect(cache.size).toMatchObject({ entries: 9, evictions: 3 });
  cache.halve();
  expect(cache.size.bytes).toBeLessThanOrEqual(500);
  expect(cache.read("k11")?.fresh).toBe(true);
});

test("setting the clock back does not prolong freshness", () => {
  let age = 0;
  cache = new TaggedCache({
    maxSize: 1_000,
    unwatchedLifetime: 5_000,
    now: () => clock,
    elapsed: () => age,
  });
  store("a", []);
  clock -= 1_000_000;
  age += 5_001;
  expect(cache.read("a")?.fresh).toBe(false);
});
