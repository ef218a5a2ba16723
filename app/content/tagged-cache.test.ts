import { beforeEach, expect, test } from "vitest";
import { TaggedCache } from "./tagged-cache";

let clock = 0;
let cache: TaggedCache<{ text: string }>;

beforeEach(() => {
  clock = 1_000;
  cache = new TaggedCache({ maxSize: 1_000, unwatchedLifetime: 5_000, now: () => clock });
  cache.watch(true);
});

function store(key: string, tags: string[], options: { size?: number; expiresAt?: number } = {}) {
  cache.store(
    key,
    { text: key },
    { begun: cache.begin(), tags, size: options.size ?? 10, expiresAt: options.expiresAt },
  );
}

test("an entry stays fresh as long as nothing tells otherwise", () => {
  store("a", ["s1:post"]);
  clock += 1_000_000;
  expect(cache.read("a")).toEqual({ value: { text: "a" }, fresh: true });
});

test("an edit makes old what it touches, and nothing else", () => {
  store("a", ["s1:post"]);
  store("b", ["s1:job"]);
  cache.invalidate(["s1:post"]);
  expect(cache.read("a")).toEqual({ value: { text: "a" }, fresh: false });
  expect(cache.read("b")?.fresh).toBe(true);
});

test("what was read before an edit and stored after it is not fresh", () => {
  const begun = cache.begin();
  cache.invalidate(["s1:post"]);
  cache.store("a", { text: "before the edit" }, { begun, tags: ["s1:post"], size: 10 });
  expect(cache.read("a")?.fresh).toBe(false);
});

test("without news, entries are fresh for a short time only", () => {
  store("a", ["s1:post"]);
  cache.watch(false);
  expect(cache.read("a")?.fresh).toBe(true);
  clock += 5_001;
  expect(cache.read("a")?.fresh).toBe(false);
});

test("after a gap everything is old", () => {
  store("a", ["s1:post"]);
  cache.invalidateAll();
  expect(cache.read("a")?.fresh).toBe(false);
});

test("a scheduled change makes an entry old in time", () => {
  store("a", ["s1:post"], { expiresAt: 2_000 });
  expect(cache.read("a")?.fresh).toBe(true);
  clock = 2_000;
  expect(cache.read("a")?.fresh).toBe(false);
});

test("a replaced entry follows its new tags only", () => {
  store("a", ["s1:post"]);
  store("a", ["s1:job"]);
  cache.invalidate(["s1:post"]);
  expect(cache.read("a")?.fresh).toBe(true);
});

test("it never holds more than it may", () => {
  for (let i = 0; i < 100; i += 1) store(`key-${i}`, ["s1:post"], { size: 100 });
  expect(cache.size.bytes).toBeLessThanOrEqual(1_000);
  expect(cache.read("key-0")).toBeNull();
  expect(cache.read("key-99")?.fresh).toBe(true);
});

test("a value larger than the cache is not kept", () => {
  store("huge", ["s1:post"], { size: 2_000 });
  expect(cache.read("huge")).toBeNull();
});
