import { tmpdir } from "node:os";
import { describe, expect, test } from "vitest";
import { DiskSpace, floors, freeBytes, hasFewInodes, withFloor } from "./disk-space";

const megabyte = 1024 * 1024;

/** A disk whose free space the test sets. */
function diskWith(free: number) {
  const disk = { free };
  const changes: { full: boolean; freeBytes: number }[] = [];
  const space = new DiskSpace("", {
    read: () => disk.free,
    onChange: (state) => changes.push(state),
  });
  return { disk, space, changes };
}

test("ordinary writes stop first, then sign-ins, and a start last", () => {
  const { disk, space } = diskWith(floors.ordinary);
  const allowed = () => [
    space.allows(),
    withFloor("reserve", () => space.allows()),
    withFloor("start", () => space.allows()),
  ];
  expect(allowed()).toEqual([true, true, true]);
  disk.free = floors.ordinary - 1;
  expect(allowed()).toEqual([false, true, true]);
  disk.free = floors.reserve - 1;
  expect(allowed()).toEqual([false, false, true]);
  disk.free = floors.start - 1;
  expect(allowed()).toEqual([false, false, false]);
});

test("a write must fit above the floor, and refusing it does not stop others", () => {
  const { space, changes } = diskWith(floors.ordinary + 10 * megabyte);
  expect(space.allows(11 * megabyte)).toBe(false);
  expect(space.allows(10 * megabyte)).toBe(true);
  expect(changes).toEqual([]);
});

test("a started write may continue below its floor, but not to the end of the disk", () => {
  const { disk, space } = diskWith(floors.ordinary - 1);
  expect(space.allowsMore()).toBe(true);
  disk.free = floors.reserve - 1;
  expect(space.allowsMore()).toBe(false);
  expect(withFloor("reserve", () => space.allowsMore())).toBe(true);
});

test("a stop of writes and its end are reported once each, although the space fluctuates around the floor", () => {
  const { disk, space, changes } = diskWith(floors.ordinary);
  for (const bytes of [0, -1, 1, -1, 1]) {
    disk.free = floors.ordinary + bytes;
    space.allows();
  }
  expect(changes).toEqual([{ full: true, freeBytes: floors.ordinary - 1 }]);
  expect(space.allows()).toBe(false);
  disk.free = floors.ordinary + 16 * megabyte;
  expect(space.allows()).toBe(true);
  expect(changes.at(-1)).toEqual({ full: false, freeBytes: disk.free });
});

test("a file system that does not report free space counts as unlimited", () => {
  expect(freeBytes("/proc")).toBe(Infinity);
  expect(freeBytes("/nowhere")).toBe(Infinity);
  expect(freeBytes(tmpdir())).toBeGreaterThan(0);
});

describe("a disk with much space and few free inodes", () => {
  /** Sixteen gigabytes. */
  const statsWith =
    (ffree: number, files = 1_000_000) =>
    () => ({
      bavail: 4 * megabyte,
      bsize: 4_096,
      blocks: 8 * megabyte,
      files,
      ffree,
    });

  test.each([
    [512, ["ordinary", "reserve", "start"]],
    [511, ["reserve", "start"]],
    [255, ["start"]],
    [127, []],
    [0, []],
  ])("with %d accepts the writes of %j", (inodes, accepted) => {
    const space = new DiskSpace("", { read: () => freeBytes("", statsWith(inodes)) });
    const kinds = ["ordinary", "reserve", "start"] as const;
    expect(kinds.filter((kind) => withFloor(kind, () => space.allows()))).toEqual(accepted);
    expect(hasFewInodes("", statsWith(inodes))).toBe(true);
  });

  test.each([
    ["has enough of them", statsWith(1_000)],
    ["makes them as it needs them", statsWith(0, 0)],
  ])("is not full if it %s", (_case, read) => {
    expect(freeBytes("", read)).toBe(16 * 1024 * megabyte);
    expect(hasFewInodes("", read)).toBe(false);
  });
});
