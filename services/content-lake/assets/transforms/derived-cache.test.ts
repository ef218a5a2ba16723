import { mkdtemp, readdir, readFile, rm, truncate, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DiskSpace, endlessSpace, floors } from "@platen/kit";
import { DerivedCache } from "./derived-cache";

let directory = "";

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), "derived-"));
});

afterEach(() => rm(directory, { recursive: true, force: true }));

const kilobyte = (fill: number) => Buffer.alloc(1024, fill);

const files = async () => {
  const items = await readdir(directory, { recursive: true, withFileTypes: true });
  return items.filter((item) => item.isFile()).map((item) => item.name);
};

const fileOrBytes = (cache: DerivedCache, key: string, work: () => Promise<Buffer>) =>
  cache.get(key, { requester: "visitor", inTurn: (begin) => begin(), work });

async function get(cache: DerivedCache, key: string, work: () => Promise<Buffer>) {
  const found = await fileOrBytes(cache, key, work);
  return typeof found === "string" ? readFile(found) : found;
}

const never = () => Promise.reject(new Error("computed again"));

test("a computed entry is read from disk, even after a restart", async () => {
  const cache = new DerivedCache(directory, 100_000, endlessSpace);
  expect(await get(cache, "aa1", async () => kilobyte(1))).toEqual(kilobyte(1));
  expect(await get(cache, "aa1", never)).toEqual(kilobyte(1));
  expect(await get(new DerivedCache(directory, 100_000, endlessSpace), "aa1", never)).toEqual(
    kilobyte(1),
  );
});

test("an entry is its file, also for the one who had it computed; without room it is its bytes", async () => {
  const cache = new DerivedCache(directory, 100_000, endlessSpace);
  const file = path.join(directory, "kk", "kk1");
  expect(await fileOrBytes(cache, "kk1", async () => kilobyte(1))).toBe(file);
  expect(await fileOrBytes(cache, "kk1", never)).toBe(file);
  const small = new DerivedCache(path.join(directory, "small"), 100, endlessSpace);
  expect(await fileOrBytes(small, "kk2", async () => kilobyte(1))).toEqual(kilobyte(1));
});

test("concurrent requests for one entry share one computation", async () => {
  const cache = new DerivedCache(directory, 100_000, endlessSpace);
  let computations = 0;
  const compute = async () => {
    computations++;
    return kilobyte(7);
  };
  await Promise.all(Array.from({ length: 20 }, () => get(cache, "bb1", compute)));
  expect(computations).toBe(1);
});

test("a failed computation fails for all who wait, and is tried again by the next", async () => {
  const cache = new DerivedCache(directory, 100_000, endlessSpace);
  const fail = () => Promise.reject(new Error("no"));
  const both = await Promise.allSettled([get(cache, "cc1", fail), get(cache, "cc1", fail)]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await get(cache, "cc1", async () => kilobyte(1))).toEqual(kilobyte(1));
});

test("above the limit the least recently used entries are evicted, in memory and on disk", async () => {
  const cache = new DerivedCache(directory, 3 * 4096, endlessSpace);
  for (const key of ["dd1", "dd2", "dd3"]) await get(cache, key, async () => kilobyte(1));
  await get(cache, "dd1", never);
  await get(cache, "dd4", async () => kilobyte(4));
  expect((await files()).sort()).toEqual(["dd1", "dd3", "dd4"]);
});

test("after a restart the order of use is known", async () => {
  const first = new DerivedCache(directory, 100_000, endlessSpace);
  for (const key of ["ee1", "ee2"]) await get(first, key, async () => kilobyte(1));
  await utimes(path.join(directory, "ee", "ee1"), new Date(), new Date(Date.now() + 60_000));
  const second = new DerivedCache(directory, 2 * 4096, endlessSpace);
  await get(second, "ee3", async () => kilobyte(3));
  expect((await files()).sort()).toEqual(["ee1", "ee3"]);
});

test("an entry that was truncated by a crash, or deleted, is computed again", async () => {
  const cache = new DerivedCache(directory, 100_000, endlessSpace);
  await get(cache, "ff1", async () => kilobyte(1));
  await get(cache, "ff2", async () => kilobyte(1));
  await truncate(path.join(directory, "ff", "ff1"), 10);
  await rm(path.join(directory, "ff", "ff2"));
  expect(await get(cache, "ff1", async () => kilobyte(2))).toEqual(kilobyte(2));
  expect(await get(cache, "ff2", async () => kilobyte(2))).toEqual(kilobyte(2));
});

test("temporary files of an interrupted run are removed", async () => {
  await writeFile(path.join(directory, "left-over.tmp"), "half");
  await get(new DerivedCache(directory, 100_000, endlessSpace), "gg1", async () => kilobyte(1));
  expect(await files()).toEqual(["gg1"]);
});

test("bytes larger than the whole cache are returned and not stored", async () => {
  const cache = new DerivedCache(directory, 100, endlessSpace);
  expect(await get(cache, "hh1", async () => kilobyte(1))).toEqual(kilobyte(1));
  expect(await files()).toEqual([]);
});

test("on a full disk pictures are computed and not stored", async () => {
  const full = new DiskSpace("", { read: () => floors.ordinary - 1 });
  const cache = new DerivedCache(directory, 100_000, full);
  for (const fill of [1, 2]) {
    expect(await get(cache, "aa1", async () => kilobyte(fill))).toEqual(kilobyte(fill));
  }
  expect(await files()).toEqual([]);
});

test("a picture of a few bytes counts as one block of the disk", async () => {
  const cache = new DerivedCache(directory, 3 * 4096, endlessSpace);
  for (const key of ["ii1", "ii2", "ii3", "ii4"])
    await get(cache, key, async () => Buffer.alloc(47));
  expect((await files()).sort()).toEqual(["ii2", "ii3", "ii4"]);
  const again = new DerivedCache(directory, 2 * 4096, endlessSpace);
  await get(again, "ii4", never);
  expect((await files()).length).toBe(2);
});

test("no more entries are stored than can be listed at a start", async () => {
  const cache = new DerivedCache(directory, 100_000, endlessSpace, 2);
  for (const key of ["jj1", "jj2", "jj3"]) await get(cache, key, async () => Buffer.alloc(47));
  expect((await files()).sort()).toEqual(["jj2", "jj3"]);
});
