import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { copyDatabase } from "./copy-database";

async function newCluster() {
  const base = await mkdtemp(join(tmpdir(), "copy-"));
  onTestFinished(() => rm(base, { recursive: true }));
  const cluster = join(base, "postgres");
  await mkdir(join(cluster, "wal"), { recursive: true });
  await mkdir(join(cluster, "empty"));
  for (const name of ["table", "wal/1", "wal/2"]) await writeFile(join(cluster, name), name);
  return { cluster, target: join(base, "copy") };
}

async function contentsOf(directory: string) {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries.map((entry) => ({ path: join(entry.parentPath, entry.name), entry }));
  return Promise.all(
    paths.map(async ({ path, entry }) => [
      path.slice(directory.length),
      entry.isFile() ? await readFile(path, "utf8") : null,
    ]),
  ).then((contents) => contents.sort());
}

test("the copy is the database as it is in the pause, whatever changed during the first copy", async () => {
  const { cluster, target } = await newCluster();
  await copyDatabase(
    {
      async pause(work) {
        await writeFile(join(cluster, "table"), "a longer table");
        await writeFile(join(cluster, "new"), "new");
        await rename(join(cluster, "wal/1"), join(cluster, "wal/3"));
        await rm(join(cluster, "wal/2"));
        return work();
      },
    },
    cluster,
    target,
  );
  expect(await contentsOf(target)).toEqual(await contentsOf(cluster));
});

test("what changed before the clock was set back is copied, too", async () => {
  const { cluster, target } = await newCluster();
  // As of files that changed an hour before the copy began, by a clock that was then set back.
  const hour = 3_600_000;
  const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() + hour);
  const steady = vi.spyOn(performance, "now").mockReturnValue(0);
  onTestFinished(() => void vi.restoreAllMocks());
  await copyDatabase(
    {
      async pause(work) {
        await writeFile(join(cluster, "table"), "a longer table");
        steady.mockReturnValue(5_000);
        return work();
      },
    },
    cluster,
    target,
  );
  expect(clock).toHaveBeenCalled();
  expect(await contentsOf(target)).toEqual(await contentsOf(cluster));
});

test("a copy that fails leaves nothing, and one is never made over another", async () => {
  const { cluster, target } = await newCluster();
  const pause = () => Promise.reject(new Error("The database is closed."));
  await expect(copyDatabase({ pause }, cluster, target)).rejects.toThrow("The database is closed");
  await expect(readdir(target)).rejects.toThrow("ENOENT");
  await mkdir(target);
  await writeFile(join(target, "mine"), "");
  await expect(copyDatabase({ pause }, cluster, target)).rejects.toThrow("EEXIST");
  expect(await readdir(target)).toEqual(["mine"]);
});
