import { execFile } from "node:child_process";
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  truncate,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DiskSpace, floors } from "@platen/kit";
import { archiveLimits, untar } from "./untar";

let directory: string;
let archive: string;
let target: string;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), "untar-"));
  archive = path.join(directory, "archive.tar.gz");
  target = path.join(directory, "target");
  await mkdir(path.join(directory, "source"));
  await mkdir(target);
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const put = (name: string, content: string | Uint8Array) =>
  writeFile(path.join(directory, "source", name), content);

/** An archive of these blocks. */
const packBlocks = (...blocks: Buffer[]) => writeFile(archive, gzipSync(Buffer.concat(blocks)));

/** A header as tar writes it, with this size field. */
function headerOf(name: string, size: string, kind = "0"): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write(size, 124);
  header.write("        ", 148);
  header.write(kind, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return header;
}

const pack = (...parameters: string[]) =>
  promisify(execFile)("tar", ["czPf", archive, ...parameters], { cwd: directory });

test.each(["gnu", "pax", "ustar"])(
  "files of every length, and with long names, are read from the system's %s archives",
  async (format) => {
    const long = "x".repeat(format === "ustar" ? 99 : 200);
    const contents = new Map(
      [0, 1, 511, 512, 513, 200_000].map((length) => [String(length), Buffer.alloc(length, "y")]),
    );
    contents.set(long, Buffer.from("long"));
    for (const [name, content] of contents) await put(name, content);
    await pack(`--format=${format}`, "source");
    await untar(archive, target);
    expect((await readdir(path.join(target, "source"))).sort()).toEqual(
      [...contents.keys()].sort(),
    );
    for (const [name, content] of contents) {
      expect(await readFile(path.join(target, "source", name))).toEqual(content);
    }
  },
);

test("nothing is written outside the directory, and no link is created", async () => {
  await put("plain", "plain");
  await pack("--transform=s,source,../outside,", "source/plain");
  await expect(untar(archive, target)).rejects.toThrow("which leads out of it");
  await pack("--transform=s,source,/tmp/outside,", "source/plain");
  await expect(untar(archive, target)).rejects.toThrow("which leads out of it");
  await symlink("/etc/passwd", path.join(directory, "source", "link"));
  await pack("source/link");
  await expect(untar(archive, target)).rejects.toThrow('holds "source/link", which is not a file');
  expect(await readdir(target)).toEqual([]);
  expect(await readdir(directory)).not.toContain("outside");
});

test("a damaged archive is reported", async () => {
  await writeFile(archive, "nothing");
  await expect(untar(archive, target)).rejects.toThrow(`${archive} is damaged, or not a .tar.gz.`);
  await put("large", Buffer.from(Array.from({ length: 100_000 }, (_, n) => (n * n) % 251)));
  await pack("source/large");
  await truncate(archive, 300);
  await expect(untar(archive, target)).rejects.toThrow(archive);
});

test("an archive that unpacks to too much is refused before it does", async () => {
  await put("one", Buffer.alloc(2_000));
  await put("two", Buffer.alloc(2_000));
  await pack("source/one", "source/two");
  const within = (limits: Partial<typeof archiveLimits>) =>
    untar(archive, target, { limits: { ...archiveLimits, ...limits } });
  await expect(within({ entries: 1 })).rejects.toThrow("holds more than 1 entries");
  await expect(within({ entryBytes: 1_999 })).rejects.toThrow(
    'holds "source/one", which has more than 1999 bytes',
  );
  await expect(within({ bytes: 3_999 })).rejects.toThrow("unpacks to more than 3999 bytes");
  const space = new DiskSpace("", { read: () => floors.ordinary + 1_999 });
  await expect(untar(archive, target, { space })).rejects.toThrow(
    "unpacks to more than the disk has room for",
  );
  await within({ entries: 2, entryBytes: 2_000, bytes: 4_000 });
  expect(await readdir(path.join(target, "source"))).toEqual(["one", "two"]);
});

test.each(["-1", "xyz", "\x80\0\0\0\xff\xff\xff\xff"])("the size %j is invalid", async (size) => {
  await packBlocks(headerOf("file", size), Buffer.alloc(1_024));
  await expect(untar(archive, target)).rejects.toThrow("is damaged");
  expect(await readdir(target)).toEqual([]);
});

test("a name of gigabytes is not read", async () => {
  await packBlocks(headerOf("name", "77777777777", "L"), Buffer.alloc(1_024));
  await expect(untar(archive, target)).rejects.toThrow("is damaged");
});
