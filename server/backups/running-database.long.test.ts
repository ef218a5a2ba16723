import { mkdir, mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type EmbeddedDatabase, openDatabase } from "@platen/postgres";
import { copyDatabase } from "../backend/copy-database";
import { takeBackup } from "./take-backup";
import { verifyBackup } from "./verify-backup";

let base: string;
let dataDirectory: string;
let database: EmbeddedDatabase;

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), "backups-"));
  dataDirectory = join(base, "data");
  await mkdir(dataDirectory);
  await writeFile(join(dataDirectory, "secrets.json"), "{}");
  database = await openDatabase(join(dataDirectory, "postgres"));
  await database.execute(`
    create schema lake; create table lake.documents (id int primary key, body text);
    create schema auth; create table auth.users (id int primary key);
  `);
});
afterAll(async () => {
  await database.close();
  await rm(base, { recursive: true, force: true });
});

const cluster = () => join(dataDirectory, "postgres");

const take = (copy = (target: string) => copyDatabase(database, cluster(), target)) =>
  takeBackup({ dataDirectory, directory: join(base, "backups"), copyDatabase: copy });

test("backups of a database that is written to hold whole transactions, and all acknowledged ones", async () => {
  let acknowledged = 0;
  async function write() {
    const id = acknowledged + 1;
    await database.transaction(async (tx) => {
      await tx.query("insert into lake.documents values ($1, $2)", [id, "text ".repeat(400)]);
      await tx.query("insert into auth.users values ($1)", [id]);
    });
    acknowledged = id;
  }
  async function copyWhileWriting(target: string) {
    const before = acknowledged;
    let isCopied = false;
    const copied = copyDatabase(database, cluster(), target).finally(() => (isCopied = true));
    do await write();
    while (!isCopied);
    await copied;
    return { atLeast: before, atMost: acknowledged };
  }
  for (let round = 0; round < 2; round++) {
    for (let count = 0; count < 50; count++) await write();
    let bounds = { atLeast: 0, atMost: 0 };
    const { path } = await take(async (target) => {
      bounds = await copyWhileWriting(target);
    });
    const { documents, accounts } = await verifyBackup(path);
    expect(documents).toBe(accounts);
    expect(documents).toBeGreaterThanOrEqual(bounds.atLeast);
    expect(documents).toBeLessThanOrEqual(bounds.atMost);
  }
});

test("a byte that changed on the disk of the backup is found", async () => {
  const { path } = await take();
  const version = join(path, "postgres/PG_VERSION");
  const file = await open(version, "r+");
  await file.write("7");
  await file.close();
  await expect(verifyBackup(path)).rejects.toThrow(version);
});
