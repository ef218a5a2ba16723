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
import { afterEach, beforeEach, expect, test } from "vitest";
import { untar } from "./untar";

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

const pack = (...parameters: string[]) =>
  promisify(execFile)("tar", ["czPf", archive, ...parameters], { cwd: directory });

test.each(["gnu", "pax", "ustar"])(
  "files of every length, and with long names, come out of the system's %s archives",
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

test("nothing is written outside, and no link is made", async () => {
  await put("plain", "plain");
  await pack("--transform=s,source,../outside,", "source/plain");
  await expect(untar(archive, target)).rejects.toThrow("which leads out of it");
  await pack("--transform=s,source,/tmp/outside,", "source/plain");
  await expect(untar(archive, target)).rejects.toThrow("which leads out of it");
  await symlink("/etc/passwd", path.join(directory, "source", "link"));
  await pack("source/link");
  await expect(untar(archive, target)).rejects.toThrow('holds "source/link", which is no file');
  expect(await readdir(target)).toEqual([]);
  expect(await readdir(directory)).not.toContain("outside");
});

test("a damaged archive is named", async () => {
  await writeFile(archive, "nothing");
  await expect(untar(archive, target)).rejects.toThrow(`${archive} is damaged, or no .tar.gz.`);
  await put("large", Buffer.from(Array.from({ length: 100_000 }, (_, n) => (n * n) % 251)));
  await pack("source/large");
  await truncate(archive, 300);
  await expect(untar(archive, target)).rejects.toThrow(archive);
});
