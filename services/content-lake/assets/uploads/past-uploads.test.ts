import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createLake } from "../..";
import type { EmbeddedDatabase } from "@platen/postgres";
import { openMemoryDatabase } from "@platen/postgres/testing/memory";
import { limits } from "../../limits";

let database: EmbeddedDatabase;
let directory: string;
const { user } = limits.uploadsPerDay;
const credentials = { proxyToken: "proxy-token", readToken: "read-token" };

beforeAll(async () => {
  database = await openMemoryDatabase();
  directory = await mkdtemp(path.join(tmpdir(), "past-uploads-"));
});
afterAll(async () => {
  await database.close();
  await rm(directory, { recursive: true });
});
afterEach(() => void (limits.uploadsPerDay.user = user));

/** Starts the lake, as after a restart, does something with it, and stops it. */
async function during<T>(work: (lake: Awaited<ReturnType<typeof createLake>>) => Promise<T>) {
  const lake = await createLake({
    ...{
      database,
      projectId: "local",
      dataset: "production",
      administratorsPublish: [],
      privateTypes: [],
    },
    ...{ publicUrl: "http://localhost:3000/lake", assetDirectory: directory, ...credentials },
  });
  try {
    return await work(lake);
  } finally {
    await lake.close();
  }
}

const headersOf = (id: string) => ({
  Authorization: `Bearer ${credentials.proxyToken}`,
  "X-Lake-Identity": Buffer.from(
    JSON.stringify({ id, name: id, email: `${id}@mail.example`, role: "editor" }),
  ).toString("base64url"),
});

const upload = (id: string, bytes: number) =>
  during(async (lake) => {
    const address = "http://lake.test/lake/v2021-06-07/assets/files/production?filename=a.bin";
    const headers = headersOf(id);
    const body = new Uint8Array(bytes).fill(bytes % 256);
    const request = new Request(address, { method: "POST", headers, body });
    return (await lake.fetch(request, { address: "127.0.0.1" })).status;
  });

test("a restart does not give anybody a second day's uploads", async () => {
  limits.uploadsPerDay.user = 1_000;
  expect(await upload("ann", 600)).toBe(200);
  expect(await upload("bob", 601)).toBe(200);
  expect(await upload("ann", 402)).toBe(429);
  expect(await upload("ann", 400)).toBe(200);
  expect(await upload("bob", 401)).toBe(429);
});

test("an asset of an earlier day that was described since does not count", async () => {
  limits.uploadsPerDay.user = 1_000;
  await upload("cid", 700);
  await database.query(
    'update lake.documents set body = replace(body, \'"_createdAt":"20\', \'"_createdAt":"19\')',
  );
  expect(await upload("cid", 800)).toBe(200);
});
