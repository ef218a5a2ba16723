import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, afterEach, expect, test } from "vitest";
import { spawnable } from "@platen/kit/testing/children";
import { lockDirectory } from "./lock";

let child: Awaited<ReturnType<typeof spawnable>>;
let directory: string;

beforeAll(async () => {
  child = await spawnable("services/postgres/testing/lock-holder.ts");
});

afterAll(() => child.remove());

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "lock-"));
});

afterEach(() => rm(directory, { recursive: true, force: true }));

test("a second process is refused, with the owner of the directory", async () => {
  const holder = child.start(directory);
  await holder.waitForLine("locked");
  await expect(lockDirectory(directory)).rejects.toThrow(
    `Another site is using DATA_DIR ${directory}: stop its launcher (its backend is pid ${holder.pid})`,
  );
  await holder.kill();
});

test("the lock of a killed process is taken over", async () => {
  const killed = child.start(directory);
  await killed.waitForLine("locked");
  await killed.kill();
  const lock = await lockDirectory(directory);
  await expect(lockDirectory(directory)).rejects.toThrow(`pid ${process.pid}`);
  await lock.release();
  const again = await lockDirectory(directory);
  await again.release();
  expect(await readdir(join(directory, "run"))).toEqual([]);
});

test("a stale lock under the pid of a living process is taken over", async () => {
  await mkdir(join(directory, "run"));
  await writeFile(join(directory, "run", `lock.${process.pid}-0123456789abcdef`), "");
  const lock = await lockDirectory(directory);
  await lock.release();
});

test("of eight processes that start at once after a crash, one gets the lock", async () => {
  const killed = child.start(directory);
  await killed.waitForLine("locked");
  await killed.kill();
  const starters = Array.from({ length: 8 }, () => child.start(directory));
  await Promise.all(
    starters.map((starter) =>
      Promise.race([starter.waitForLine("locked"), starter.waitForLine("refused")]),
    ),
  );
  const lines = starters.flatMap((starter) => starter.lines());
  expect(lines.filter((line) => line === "locked")).toHaveLength(1);
  expect(lines).toHaveLength(8);
  for (const starter of starters) await starter.kill();
});

test("a directory whose path is too long for a socket is locked as well", async () => {
  const long = join(directory, "x".repeat(120));
  const lock = await lockDirectory(long);
  await expect(lockDirectory(long)).rejects.toThrow("Another site");
  await lock.release();
});
