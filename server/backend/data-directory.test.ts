import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openDataDirectory } from "./data-directory";

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "data-"));
});

afterEach(() => rm(directory, { recursive: true }));

const modeOf = async (...names: string[]) =>
  ((await stat(join(directory, ...names))).mode & 0o777).toString(8);

async function put(name: string, mode: number) {
  await writeFile(join(directory, name), "");
  await chmod(join(directory, name), mode);
}

test("a missing directory is created for its owner alone", async () => {
  expect(await openDataDirectory(join(directory, "made", "here"))).toEqual([]);
  expect(await modeOf("made", "here")).toBe("700");
});

test("a directory that others can read is closed to them, with our files in it", async () => {
  await chmod(directory, 0o755);
  await put("secrets.json", 0o644);
  await mkdir(join(directory, "postgres"), { mode: 0o755 });
  expect(await openDataDirectory(directory)).toEqual([]);
  expect(await modeOf()).toBe("700");
  expect(await modeOf("secrets.json")).toBe("600");
  expect(await modeOf("postgres")).toBe("700");
});

test("in a directory with other files, only ours are closed", async () => {
  await chmod(directory, 0o755);
  await put("secrets.json", 0o644);
  await put("index.html", 0o644);
  expect(await openDataDirectory(directory)).toEqual([]);
  expect(await modeOf()).toBe("755");
  expect(await modeOf("secrets.json")).toBe("600");
  expect(await modeOf("index.html")).toBe("644");
});

test("a file in place of the directory is reported", async () => {
  await put("file", 0o600);
  await expect(openDataDirectory(join(directory, "file"))).rejects.toThrow(
    `DATA_DIR ${join(directory, "file")} cannot be used`,
  );
});
