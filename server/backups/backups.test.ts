import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openDataDirectory } from "../backend/data-directory";
import { takeDueBackup } from "./due-backup";
import { readManifest } from "./manifest";
import { restoreBackup } from "./restore-backup";
import { takeBackup } from "./take-backup";
import { requireSameFiles } from "./verify-backup";

let base: string;
let dataDirectory: string;
let directory: string;

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), "backups-"));
  dataDirectory = join(base, "data");
  directory = join(base, "backups");
  await write("postgres/PG_VERSION", "18\n");
  await write("postgres/base/1/100", "a table");
  // Postgres needs its empty directories, too.
  await mkdir(join(dataDirectory, "postgres/pg_notify"));
  await write("secrets.json", "{}");
  await write("signing-keys.json", "[]");
  await write("assets/images/abc-1x1.png", "a picture");
  await write("assets/derived/abc", "smaller");
  await write("outbox/mail.eml", "a link");
  await write("machine.json", "{}");
  await write("run/backend.json", "{}");
});
afterEach(() => rm(base, { recursive: true, force: true }));

async function write(path: string, text: string, inside = dataDirectory) {
  await mkdir(dirname(join(inside, path)), { recursive: true });
  await writeFile(join(inside, path), text);
}

const take = (options: Partial<Parameters<typeof takeBackup>[0]> = {}) =>
  takeBackup({
    dataDirectory,
    directory,
    copyDatabase: (target) => cp(join(dataDirectory, "postgres"), target, { recursive: true }),
    ...options,
  });

const kept = () => readdir(directory);

test("a backup has the database, the keys and the uploaded files, and nothing that comes back by itself", async () => {
  const { path, files } = await take();
  const { files: listed } = await readManifest(path);
  expect(listed.map((file) => file.path).sort()).toEqual([
    "assets/images/abc-1x1.png",
    "postgres/PG_VERSION",
    "postgres/base/1/100",
    "secrets.json",
    "signing-keys.json",
  ]);
  expect(files).toBe(5);
  expect((await stat(path)).mode & 0o777).toBe(0o700);
  await expect(requireSameFiles(path, await readManifest(path))).resolves.toBeUndefined();
});

test("what did not change takes no space again, and what changed is in both as it was", async () => {
  const first = await take();
  await write("postgres/base/1/100", "a longer table");
  await write("assets/images/def-1x1.png", "another");
  const second = await take();
  expect(second.newBytes).toBe("a longer table".length + "another".length);
  const inode = async (path: string, file: string) => (await stat(join(path, file))).ino;
  for (const file of ["postgres/PG_VERSION", "assets/images/abc-1x1.png", "secrets.json"])
    expect(await inode(second.path, file)).toBe(await inode(first.path, file));
  expect(await readFile(join(first.path, "postgres/base/1/100"), "utf8")).toBe("a table");
  expect(await readFile(join(second.path, "postgres/base/1/100"), "utf8")).toBe("a longer table");
});

test("a file of the site is never a link into a backup: writing to it would change the backup", async () => {
  const { path } = await take();
  await write("assets/images/abc-1x1.png", "changed!!");
  expect(await readFile(join(path, "assets/images/abc-1x1.png"), "utf8")).toBe("a picture");
});

test("only the newest are kept where a number is given", async () => {
  const paths = [await take(), await take(), await take({ keep: 2 })].map(({ path }) => path);
  expect((await kept()).map((name) => join(directory, name))).toEqual(paths.slice(1));
});

test("a failed backup leaves nothing, and what a killed one left is deleted by the next", async () => {
  const failing = take({ copyDatabase: () => Promise.reject(new Error("No space.")) });
  await expect(failing).rejects.toThrow("No space.");
  expect(await kept()).toEqual([]);
  // No process has this id: Linux has 4,194,304 at most.
  await write(".unfinished-9999999-1/postgres/PG_VERSION", "18\n", directory);
  await write("mine.txt", "somebody's own", directory);
  const { path } = await take();
  expect((await kept()).map((name) => join(directory, name))).toEqual([
    path,
    join(directory, "mine.txt"),
  ]);
});

test("a backup whose manifest is damaged is not built upon", async () => {
  const first = await take();
  await writeFile(join(first.path, "manifest.json"), "{");
  const second = await take();
  expect(second.newBytes).toBe(second.bytes);
});

test.each(["data/backups", "data", ""])(
  "backups and data directory may not lie within each other: %j",
  async (path) => {
    await expect(take({ directory: join(base, path) })).rejects.toThrow("within each other");
  },
);

describe("a schedule", () => {
  const due = (now: Date, into: string | undefined = directory) =>
    takeDueBackup({
      ...{ dataDirectory, directory: into, hours: 24, keep: 2 },
      copyDatabase: (target) => cp(join(dataDirectory, "postgres"), target, { recursive: true }),
      now: () => now,
    });
  const later = (hours: number) => new Date(Date.now() + hours * 3_600_000);

  test("takes the first backup at once, and the next when its hours are over", async () => {
    expect(await due(later(0))).not.toBeNull();
    expect(await due(later(23))).toBeNull();
    expect(await due(later(24))).not.toBeNull();
    expect(await kept()).toHaveLength(2);
  });

  test("keeps as many as it says", async () => {
    for (const hours of [0, 24, 48]) await due(later(hours));
    expect(await kept()).toHaveLength(2);
  });

  test("goes on after the clock was set back", async () => {
    for (const hours of [48, 72]) await due(later(hours));
    const taken = await due(later(0));
    expect(await kept()).toContain(basename(taken?.path ?? ""));
  });

  test("takes none where no directory is named", async () => {
    expect(await due(later(0), "")).toBeNull();
  });
});

describe("restoring", () => {
  const target = () => join(base, "elsewhere");

  test("makes the same data directory again, with its empty directories", async () => {
    const { path } = await take();
    await restoreBackup(path, target());
    expect(await readdir(target())).toEqual([
      "assets",
      "postgres",
      "secrets.json",
      "signing-keys.json",
    ]);
    expect(await readdir(join(target(), "postgres"))).toEqual(["PG_VERSION", "base", "pg_notify"]);
    expect(await readFile(join(target(), "postgres/base/1/100"), "utf8")).toBe("a table");
    // The restored site writes to its files.
    await write("postgres/base/1/100", "newer", target());
    expect(await readFile(join(path, "postgres/base/1/100"), "utf8")).toBe("a table");
  });

  test("into an empty directory works, and into any other is refused", async () => {
    const { path } = await take();
    await mkdir(target());
    await restoreBackup(path, target());
    await expect(restoreBackup(path, target())).rejects.toThrow("is not empty");
  });

  test.each([
    ["changed", (path: string) => write("postgres/base/1/100", "a tabel", path)],
    ["missing", (path: string) => rm(join(path, "postgres/base/1/100"))],
    ["added", (path: string) => write("postgres/base/1/101", "", path)],
    ["a link", (path: string) => symlink("/etc/passwd", join(path, "postgres/base/1/101"))],
  ])("of a backup with a file that is %s is refused, and leaves nothing", async (_, damage) => {
    const { path } = await take();
    await damage(path);
    await expect(restoreBackup(path, target())).rejects.toThrow(/postgres\/base\/1\/10/);
    expect(await readdir(target())).toEqual([]);
  });

  test("that was interrupted begins again, and a site does not start in it", async () => {
    const { path } = await take();
    await write(".restoring/postgres/PG_VERSION", "1", target());
    await expect(openDataDirectory(target())).rejects.toThrow("was interrupted");
    await restoreBackup(path, target());
    await expect(openDataDirectory(target())).resolves.toEqual([]);
    expect(await readFile(join(target(), "postgres/PG_VERSION"), "utf8")).toBe("18\n");
  });

  test("of something else is refused", async () => {
    await expect(restoreBackup(dataDirectory, target())).rejects.toThrow("is not a backup");
  });
});
