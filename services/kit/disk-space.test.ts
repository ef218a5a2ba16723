import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { DiskSpace, floors, freeBytes, withFloor } from "./disk-space";

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
