import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { networkFileSystem } from "./network-file-system";

let directory: string;
beforeAll(async () => {
  directory = await realpath(await mkdtemp(join(tmpdir(), "my files ")));
});
afterAll(() => rm(directory, { recursive: true }));

const program = 0x65735546;
const line = (place: string, type: string) =>
  `36 35 0:41 / ${place.replaceAll(" ", "\\040")} rw,relatime shared:1 - ${type} source rw`;

/** The name for a directory with this mount, under these other mounts. */
const named = (type: string, ...above: string[]) =>
  networkFileSystem(directory, {
    typeOf: async () => program,
    mounts: async () =>
      [line("/", "ext4"), line("/elsewhere", "fuse.sshfs"), line(directory, type), ...above].join(
        "\n",
      ),
  });

test.each(["fuse.sshfs", "fuse.s3fs", "fuse.rclone", "fuse.glusterfs"])(
  "a FUSE program with remote storage is a network file system: %s",
  async (type) => {
    expect(await named(type)).toBe(type.replace("fuse.", ""));
  },
);

test.each(["fuse.fuse-overlayfs", "fuseblk", "fuse.gocryptfs", "virtiofs", "fuse"])(
  "a FUSE program with local storage is not: %s",
  async (type) => {
    expect(await named(type)).toBeUndefined();
  },
);

test("a mount over the directory counts", async () => {
  expect(await named("fuse.fuse-overlayfs", line(directory, "fuse.sshfs"))).toBe("sshfs");
  expect(await named("fuse.sshfs", line(directory, "fuse.gocryptfs"))).toBeUndefined();
});

test.each([
  ["overlayfs", 0x794c7630],
  ["9p", 0x01021997],
  ["ext4", 0xef53],
])("%s is not a network file system", async (_, type) => {
  expect(await networkFileSystem(directory, { typeOf: async () => type })).toBeUndefined();
});

test("an unknown file system counts as local", async () => {
  const mounts = () => Promise.reject(new Error("no Linux"));
  expect(
    await networkFileSystem(directory, { typeOf: async () => program, mounts }),
  ).toBeUndefined();
});
