import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  rm,
  stat,
  truncate,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { spawnable } from "@platen/kit/testing/children";
import { postgresVersion } from "./cluster";
import { openDatabase } from "./open";

let base: string;
let pristine: string;
let directory: string;
let count = 0;

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), "pg-"));
  pristine = join(base, "made", "on the way");
  await mkdir(join(base, "made"));
  await mkdir(`${pristine}.new-interrupted`);
  const database = await openDatabase(pristine);
  await database.execute("create table t (id int primary key, note text)");
  await database.close();
});

beforeEach(async () => {
  directory = join(base, String((count += 1)));
  await cp(pristine, directory, { recursive: true });
});

afterAll(() => rm(base, { recursive: true, force: true }));

test("a new database appears as a whole, private, and replaces an interrupted attempt", async () => {
  expect(await readdir(join(base, "made"))).toEqual(["on the way"]);
  expect((await stat(pristine)).mode & 0o777).toBe(0o700);
});

test("it opens again with its contents and its roles", async () => {
  const first = await openDatabase(directory);
  await first.query("insert into t values (1, 'kept')");
  await first.close();
  await expect(first.query("select 1")).rejects.toThrow("closed");
  const again = await openDatabase(directory);
  expect(await again.query("select * from t")).toEqual([{ id: 1, note: "kept" }]);
  expect(
    await again.query(
      "select rolname, rolcanlogin, rolinherit, rolbypassrls, rolsuper from pg_roles where rolname in ('anon', 'app', 'authenticated', 'service_role') order by 1",
    ),
  ).toEqual([
    {
      rolname: "anon",
      rolcanlogin: false,
      rolinherit: false,
      rolbypassrls: false,
      rolsuper: false,
    },
    { rolname: "app", rolcanlogin: true, rolinherit: false, rolbypassrls: false, rolsuper: false },
    {
      rolname: "authenticated",
      rolcanlogin: false,
      rolinherit: false,
      rolbypassrls: false,
      rolsuper: false,
    },
    {
      rolname: "service_role",
      rolcanlogin: false,
      rolinherit: false,
      rolbypassrls: true,
      rolsuper: false,
    },
  ]);
  expect(await again.query("show server_version")).toEqual([
    { server_version: expect.stringMatching(`^${postgresVersion}\\.`) },
  ]);
  await again.close();
});

describe("an unusable directory is explained in one sentence that names it:", () => {
  test("another version", async () => {
    await writeFile(join(directory, "PG_VERSION"), "17\n");
    await expect(openDatabase(directory)).rejects.toThrow(
      `${directory} was written by PostgreSQL 17, but this release runs PostgreSQL 18`,
    );
  });

  test("a file in its place", async () => {
    const file = join(base, "file");
    await writeFile(file, "");
    await expect(openDatabase(file)).rejects.toThrow(`${file} is a file`);
    await expect(openDatabase(join(file, "below"))).rejects.toThrow(`${file} is a file`);
  });

  test("a directory with other contents", async () => {
    await expect(openDatabase(base)).rejects.toThrow("holds no Postgres database");
    expect(await readdir(base)).toContain("made");
  });

  test("a directory that we may not write to", async () => {
    await chmod(base, 0o711);
    await chmod(directory, 0o500);
    const user = process.geteuid?.();
    // Root may write everything: it switches to a user without permissions here.
    if (user === 0) process.seteuid?.(65_534);
    try {
      await expect(openDatabase(directory)).rejects.toThrow(
        `We may not read and write ${directory}`,
      );
    } finally {
      if (user === 0) process.seteuid?.(0);
      await chmod(directory, 0o700);
    }
  });

  test("a damaged database", async () => {
    await truncate(join(directory, "global", "pg_control"), 100);
    await expect(openDatabase(directory)).rejects.toThrow(
      `The database in ${directory} is damaged and cannot be opened`,
    );
  });

  test("a database with missing files", async () => {
    await rm(join(directory, "pg_wal"), { recursive: true });
    await expect(openDatabase(directory)).rejects.toThrow(
      `The database in ${directory} is damaged`,
    );
  });
});

test("the write-ahead log stays limited while much is written", async () => {
  const database = await openDatabase(directory);
  // All at once: a checkpoint that waited behind the writers would find the whole 130 MB.
  await Promise.all(
    Array.from({ length: 40 }, (_, round) =>
      database.query(
        "insert into t select n + $1, repeat(md5(n::text), 40) from generate_series(1, 2500) n",
        [round * 2500],
      ),
    ),
  );
  const [log] = await database.query<{ bytes: number }>(
    "select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 as bytes from pg_control_checkpoint()",
  );
  expect(log?.bytes).toBeLessThan(64 * 1024 * 1024);
  const segments = (await readdir(join(directory, "pg_wal"))).filter((name) => name.length === 24);
  expect(segments.length).toBeLessThan(8);
  const [table] = await database.query<{ analyzed: boolean }>(
    "select last_analyze is not null as analyzed from pg_stat_user_tables where relname = 't'",
  );
  expect(table?.analyzed).toBe(true);
  await database.close();
});

test("a process killed during writes loses nothing that it acknowledged", async () => {
  const child = await spawnable("services/postgres/testing/writer.ts");
  let acknowledged = 0;
  for (let round = 0; round < 3; round += 1) {
    const start = acknowledged + 10;
    const writer = child.start(directory, String(start));
    await writer.waitForLine(String(start + 300));
    await writer.kill();
    acknowledged = Number(writer.lines().at(-1));
    const started = performance.now();
    const database = await openDatabase(directory);
    expect(performance.now() - started).toBeLessThan(5_000);
    const [row] = await database.query<{ found: number }>(
      "select count(*) as found from t where id between $1 and $2",
      [start, acknowledged],
    );
    expect(row?.found).toBe(acknowledged - start + 1);
    await database.close();
  }
  await child.remove();
});
