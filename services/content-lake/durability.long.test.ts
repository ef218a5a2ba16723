import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { applyPatch } from "mendoza";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundle } from "@platen/kit/testing/bundle";
import { openDatabase } from "@platen/postgres";
import type { Document } from "./document";
import { Store } from "./store";

let directory: string;
let writer: Awaited<ReturnType<typeof bundle>>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "lake-durability-"));
  writer = await bundle("services/content-lake/testing/writer.ts");
});
afterAll(async () => {
  await writer.remove();
  await rm(directory, { recursive: true, force: true });
});

/**
 * Lets the writer acknowledge this many writes, kills it without warning, and returns what it had
 * acknowledged.
 */
async function writeAndKill(database: string, writes: number): Promise<string[]> {
  const child = spawn(process.execPath, [writer.file, database], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const acknowledged: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    acknowledged.push(line);
    if (acknowledged.length === writes) child.kill("SIGKILL");
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  expect(child.signalCode).toBe("SIGKILL");
  return acknowledged;
}

test("every acknowledged write is there, complete, after the process was killed", async () => {
  const data = join(directory, "data");
  const acknowledged: string[] = [];
  for (const writes of [1, 40, 137]) {
    acknowledged.push(...(await writeAndKill(data, writes)));
    const database = await openDatabase(data);
    const store = await Store.open(database);
    const log = await database.query<{ id: string }>("select id from lake.transactions");
    const logged = new Set(log.map((row) => row.id));
    for (const name of acknowledged) expect(logged).toContain(name);
    // Unacknowledged writes may exist as well, but only whole.
    for (const name of logged) {
      expect(store.get(`${name}-left`)).toMatchObject({ _rev: name });
      expect(store.get(`${name}-right`)).toMatchObject({ _rev: name });
    }
    expect(store.documents.ofType("pair")).toHaveLength(2 * logged.size);
    expect(store.get("counter")?.n).toBe(logged.size);
    expect(store.sequence).toBe(logged.size);
    await expectLogToLeadTo(store, database);
    await database.close();
  }
}, 120_000);

/** Replaying the log from nothing gives the current documents. */
async function expectLogToLeadTo(
  store: Store,
  database: Awaited<ReturnType<typeof openDatabase>>,
): Promise<void> {
  const rows = await database.query<{ document_id: string; apply: string }>(
    "select document_id, apply from lake.changes order by sequence",
  );
  const states = new Map<string, unknown>();
  for (const { document_id: id, apply } of rows) {
    states.set(id, applyPatch(states.get(id) ?? null, JSON.parse(apply)));
  }
  const withoutRevision = ({ _rev, ...attributes }: Document) => {
    expect(_rev).not.toBe("");
    return attributes;
  };
  expect(states).toEqual(
    new Map(store.documents.all.map((document) => [document._id, withoutRevision(document)])),
  );
}
